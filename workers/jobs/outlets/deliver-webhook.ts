import type { Outbound } from '@called-it/infra/outbound/outbound'
import { OutboundError } from '@called-it/infra/outbound/outbound-error'
import type { Database, DatabaseTransaction } from '@called-it/infra/postgres/client'
import { insertAuditEntry } from '@called-it/infra/postgres/queries/accounts/audit-log'
import {
  type DueDelivery,
  type Failure,
  findDueDelivery,
  markDelivered,
  markFailed,
  tryHoldWebhook,
} from '@called-it/infra/postgres/queries/outlets/webhook-deliveries'
import {
  holdOpenJobForUpdate,
  insertJob,
  markJobDone,
  updateIdleTimeout,
} from '@called-it/infra/postgres/queries/work/outbox'
import type { JobHandlers } from '@called-it/infra/queues/worker'
import { decryptSecret } from '@called-it/infra/secrets/encrypted-secret'
import type { SettingsKeys } from '@called-it/infra/secrets/settings-keys'
import { formats } from '@called-it/infra/webhooks/formats'
import { signHeaders } from '@called-it/infra/webhooks/signed-headers'

/** After it another job continues, so that other webhooks get their turn. */
const MAX_JOB_MS = 20_000
/** Longer than an outbound request. */
const MAX_REQUEST_SECONDS = 30
const BUSY_SECONDS = 1

type DeliveryParts = {
  db: Database
  outbound: Outbound
  settingsKeys: SettingsKeys
  /** Without a slash at its end. */
  publicUrl: string
}

/** Sends what is open to a webhook, the oldest first, until one fails. Each delivery has a transaction of its own. */
export function deliverWebhook({ db, ...parts }: DeliveryParts): JobHandlers['deliver-webhook'] {
  return async (payload, { outboxId }) => {
    const until = performance.now() + MAX_JOB_MS
    for (let isOpen = true; isOpen; ) {
      isOpen = await db.transaction().execute(async (trx) => {
        if (!(await holdOpenJobForUpdate(trx, outboxId))) return false
        const next = await deliverOldest(trx, payload.webhookId, parts)
        if (next === 'arrived' && performance.now() < until) return true
        // Its number of attempts begins anew: a receiver that is away is no failure of a job.
        if (next === 'arrived') await insertJob(trx, 'deliver-webhook', payload)
        else if (next !== 'nothing') await insertJob(trx, 'deliver-webhook', payload, next)
        await markJobDone(trx, outboxId)
        return false
      })
    }
  }
}

/** @returns `nothing` where no job has to follow: none is open, or the one that follows its last failure waits */
async function deliverOldest(
  trx: DatabaseTransaction,
  webhookId: number,
  parts: Omit<DeliveryParts, 'db'>,
): Promise<'arrived' | 'nothing' | { afterSeconds: number }> {
  if (!(await tryHoldWebhook(trx, webhookId))) return { afterSeconds: BUSY_SECONDS }
  const delivery = await findDueDelivery(trx, webhookId)
  if (!delivery) return 'nothing'
  await updateIdleTimeout(trx, MAX_REQUEST_SECONDS)
  const result = await send(delivery, parts)
  if (!('error' in result)) {
    await markDelivered(trx, delivery.id, result.status)
    return 'arrived'
  }
  const next = await markFailed(trx, delivery.id, result)
  if (next !== 'disabled') return next
  await insertAuditEntry(trx, {
    actorId: null,
    action: 'webhook:disabled',
    subject: `webhook:${webhookId}`,
    address: null,
    requestId: null,
    details: { error: result.error },
  })
  return 'nothing'
}

async function send(
  { id, event, webhook: { url, format, hasSpoilers, secret } }: DueDelivery,
  { outbound, publicUrl, settingsKeys }: Omit<DeliveryParts, 'db'>,
): Promise<{ status: number } | Failure> {
  const body = JSON.stringify(formats[format](event, { hasSpoilers, publicUrl }))
  const headers = signHeaders(`delivery_${id}`, body, decryptSecret(settingsKeys, secret))
  try {
    const { status } = await outbound.send({ url, headers, body })
    return status >= 200 && status < 300 ? { status } : { status, error: `status ${status}` }
  } catch (error) {
    if (error instanceof OutboundError) return { status: null, error: error.code }
    throw error
  }
}
