import type { Mailer } from '@called-it/infra/mail/mail'
import type { Letterhead } from '@called-it/infra/mail/templates/letter'
import { notificationMail } from '@called-it/infra/mail/templates/notification'
import type { Outbound } from '@called-it/infra/outbound/outbound'
import type { Database } from '@called-it/infra/postgres/client'
import {
  type LockedMessage,
  listOpenMessages,
  lockMessage,
  markMessageDone,
  reopenMessage,
} from '@called-it/infra/postgres/queries/notifications/messages'
import { countUnread } from '@called-it/infra/postgres/queries/notifications/notifications'
import {
  type PushOutcome,
  storePushOutcome,
} from '@called-it/infra/postgres/queries/notifications/push-outcomes'
import { readUnsubscribeToken } from '@called-it/infra/postgres/queries/notifications/unsubscribe-tokens'
import { markJobDone, reopenDoneJob, updateIdleTimeout } from '@called-it/infra/postgres/queries/work/outbox'
import { PushError, sendPush } from '@called-it/infra/push/send-push'
import { readVapidKeys } from '@called-it/infra/push/vapid-keys'
import type { JobHandlers } from '@called-it/infra/queues/worker'
import type { SettingsKeys } from '@called-it/infra/secrets/settings-keys'
import type { Described } from '@called-it/shared/notifications/catalogue'
import { isAnnouncementKind, KIND_LABELS } from '@called-it/shared/notifications/labels'
import { pushPayload } from '@called-it/shared/notifications/push-payload'
import { describeMessage } from './describe-message.ts'

/** Longer than the timeouts of mailer and pushes. */
const MAX_SENDING_SECONDS = 45

/** What a device that is off for longer is not sent any more. */
const DAY_SECONDS = 86_400

export type MessageParts = {
  db: Database
  mailer: Mailer
  letterhead: Letterhead
  outbound: Outbound
  settingsKeys: SettingsKeys
  /** Without a trailing slash. */
  publicUrl: string
}

/**
 * Sends each message of a slice once, however often and by how many workers the job is run. Those that fail stay open
 * for the next attempt, after the others were tried. One whose worker dies before it has recorded it is sent again,
 * except reminders.
 */
export function sendMessages(parts: MessageParts): JobHandlers['send-messages'] {
  return async (slice, { outboxId }) => {
    const failures: unknown[] = []
    for (const id of await listOpenMessages(parts.db, slice)) {
      await sendOnce(parts, id, outboxId).catch((error: unknown) => failures.push(error))
    }
    if (failures.length > 0) throw failures[0]
    await parts.db.transaction().execute(async (trx) => {
      // Another worker is sending some: if it dies, the job is run again.
      if ((await listOpenMessages(trx, slice)).length === 0) await markJobDone(trx, outboxId)
    })
  }
}

type SendingParts = MessageParts & { readonly onPush: (outcome: PushOutcome, subscriptionId: number) => void }

async function sendOnce(given: MessageParts, id: number, outboxId: string): Promise<void> {
  const pushes: Parameters<typeof storePushOutcome>[1][] = []
  const parts: SendingParts = {
    ...given,
    onPush: (outcome, subscriptionId) => pushes.push({ outcome, subscriptionId }),
  }
  try {
    const reminder = await parts.db.transaction().execute(async (trx) => {
      const message = await lockMessage(trx, id)
      if (message === null) return null
      const isReminder = message !== 'needless' && message.kind === 'pick-reminder'
      if (message === 'needless' || isReminder) {
        await markMessageDone(trx, id)
        return message === 'needless' ? null : message
      }
      await updateIdleTimeout(trx, MAX_SENDING_SECONDS)
      await send(parts, trx, message)
      await markMessageDone(trx, id)
      return null
    })
    if (reminder) await sendReminder(parts, reminder, { id, outboxId })
  } finally {
    // Not above: other messages of the device may be locked by a worker that is about to delete it, too.
    for (const push of pushes) await storePushOutcome(parts.db, push)
  }
}

/** It is recorded as sent already: with a worker that dies here it is lost, and never sent twice. */
async function sendReminder(
  parts: SendingParts,
  reminder: LockedMessage,
  { id, outboxId }: { id: number; outboxId: string },
): Promise<void> {
  try {
    await send(parts, parts.db, reminder)
  } catch (error) {
    await parts.db.transaction().execute(async (trx) => {
      await reopenMessage(trx, id)
      // Another worker that ran it meanwhile saw nothing open.
      await reopenDoneJob(trx, outboxId)
    })
    throw error
  }
}

async function send(parts: SendingParts, db: Database, message: LockedMessage): Promise<void> {
  const { kind, to } = message
  if (!isAnnouncementKind(kind)) return
  const described = describeMessage(message, kind)
  if (!described) return
  if ('address' in to) {
    // Committed before the mail, so that its link works when it arrives.
    const token = await readUnsubscribeToken(parts.db, message.userId, kind)
    const { letterhead, publicUrl } = parts
    const mail = notificationMail(letterhead, {
      displayName: to.name,
      described,
      publicUrl,
      label: KIND_LABELS[kind],
      unsubscribePath: `/unsubscribe/${token}/${kind}`,
    })
    await parts.mailer.send({ to, ...mail })
  } else {
    await push(parts, db, { message, described, to })
  }
}

async function push(
  { outbound, publicUrl, settingsKeys, onPush }: SendingParts,
  db: Database,
  {
    message: { userId, kind, show, announcementId, secondsToLock },
    described,
    to,
  }: {
    message: LockedMessage
    described: Described
    to: Extract<LockedMessage['to'], { endpoint: string }>
  },
): Promise<void> {
  const { unread } = await countUnread(db, userId)
  const tag = `${kind}-${show ? show.id : `a${announcementId}`}`
  const payload = pushPayload(described, { publicUrl, tag, unread })
  const keys = await readVapidKeys(db, settingsKeys)
  // A reminder is of no use after the lock.
  const ttlSeconds = kind === 'pick-reminder' && secondsToLock !== null ? secondsToLock : DAY_SECONDS
  try {
    onPush(await sendPush(outbound, to, { payload, keys, publicUrl, ttlSeconds }), to.subscriptionId)
  } catch (error) {
    onPush(error instanceof PushError ? 'failed' : 'silent', to.subscriptionId)
    throw error
  }
}
