import { MailError, type Mailer } from '@called-it/infra/mail/mail'
import type { Letterhead } from '@called-it/infra/mail/templates/letter'
import { notificationMail } from '@called-it/infra/mail/templates/notification'
import type { Outbound } from '@called-it/infra/outbound/outbound'
import type { Database } from '@called-it/infra/postgres/client'
import type { ClaimedMessage } from '@called-it/infra/postgres/queries/notifications/messages'
import { unsubscribeToken } from '@called-it/infra/postgres/queries/notifications/notification-settings'
import type { PushOutcome } from '@called-it/infra/postgres/queries/notifications/push-subscriptions'
import { sendPush } from '@called-it/infra/push/send-push'
import { readVapidKeys, type VapidKeys } from '@called-it/infra/push/vapid-keys'
import type { SettingsKeys } from '@called-it/infra/secrets/settings-keys'
import { textsIn } from '@called-it/languages/texts'
import { dateFormat } from '@called-it/shared/languages/formats'
import type { Translate } from '@called-it/shared/languages/translate'
import { announcementKinds, type Described } from '@called-it/shared/notifications/catalogue'
import { KIND_LABELS } from '@called-it/shared/notifications/labels'
import { pushPayload } from '@called-it/shared/notifications/push-payload'
import type { HostAnswer } from './host-gate.ts'

export type MessageParts = {
  db: Database
  mailer: Mailer
  letterhead: Letterhead
  outbound: Outbound
  /** What the keys of pushes are encrypted with. */
  settingsKeys: SettingsKeys
  /** Without a trailing slash. */
  publicUrl: string
}

/** What a device that is off for longer is not sent any more, except reminders. */
const DAY_SECONDS = 86_400

export type SentMessage = {
  /** `needless`: this release has no words for it. */
  readonly outcome: PushOutcome | 'needless'
  readonly host: HostAnswer
  readonly error: string | null
}

const SENT: SentMessage = { outcome: 'sent', host: 'answered', error: null }

export function createSending(given: MessageParts): (message: ClaimedMessage) => Promise<SentMessage> {
  let keys: Promise<VapidKeys> | null = null
  const readKeys = () => {
    keys ??= readVapidKeys(given.db, given.settingsKeys).catch((error: unknown) => {
      keys = null
      throw error
    })
    return keys
  }
  const parts = { ...given, readKeys }
  return async (message) => {
    const t = textsIn(message.language)
    const described = describeMessage(message, t)
    if (described === null) return { outcome: 'needless', host: null, error: null }
    return 'address' in message.to
      ? mail(parts, message, { t, described, to: message.to })
      : push(parts, message, { t, described, to: message.to })
  }
}

type To<Field extends string> = {
  t: Translate
  described: Described
  to: Extract<ClaimedMessage['to'], Record<Field, unknown>>
}

async function mail(
  { mailer, letterhead, publicUrl }: MessageParts,
  { kind, userId }: ClaimedMessage,
  { t, described, to: { unsubscribeKey, ...to } }: To<'address'>,
): Promise<SentMessage> {
  const content = notificationMail(letterhead, t, {
    displayName: to.name,
    described,
    publicUrl,
    label: t(KIND_LABELS[kind]),
    unsubscribePath: `/unsubscribe/${unsubscribeToken(unsubscribeKey, userId, kind)}/${kind}`,
  })
  try {
    await mailer.send({ to, ...content })
    return SENT
  } catch (error) {
    if (!(error instanceof MailError)) throw error
    const { outcome, message } = error
    return { outcome, host: outcome === 'failed' ? 'answered' : 'failed', error: message }
  }
}

async function push(
  { outbound, publicUrl, readKeys }: MessageParts & { readKeys: () => Promise<VapidKeys> },
  { kind, show, announcementId, unread, secondsLeft }: ClaimedMessage,
  { t, described, to }: To<'endpoint'>,
): Promise<SentMessage> {
  const tag = `${kind}-${show ? show.id : `a${announcementId}`}`
  const payload = pushPayload(described, { language: t.language, publicUrl, tag, unread })
  const keys = await readKeys()
  const ttlSeconds = kind === 'pick-reminder' ? secondsLeft : Math.min(secondsLeft, DAY_SECONDS)
  const { outcome, error, pause } = await sendPush(outbound, to, { payload, keys, publicUrl, ttlSeconds })
  const isFailure = outcome === 'failed' || outcome === 'unreached' || outcome === 'silent'
  return { outcome, error, host: pause ?? (isFailure ? 'failed' : 'answered') }
}

/** Null for a content of another release. */
function describeMessage(
  { kind, payload, detail, show, timeZone }: ClaimedMessage,
  t: Translate,
): Described | null {
  // The day of a show is read in UTC.
  const day = dateFormat(t.language, { month: 'short', day: 'numeric', timeZone: 'UTC' })
  const titled = show && { id: show.id, title: `${show.venue}, ${day.format(new Date(show.date))}` }
  return announcementKinds[kind].describeStored({ ...payload, ...detail }, titled, {
    t,
    instant: (instant) =>
      dateFormat(t.language, { ...INSTANT, timeZone: timeZone ?? 'UTC' }).format(new Date(instant)),
  })
}

const INSTANT = {
  weekday: 'short',
  month: 'short',
  day: 'numeric',
  hour: 'numeric',
  minute: '2-digit',
  timeZoneName: 'short',
} as const
