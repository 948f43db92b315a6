import type { DatabaseTransaction } from '@called-it/infra/postgres/client'
import { insertAuditEntry } from '@called-it/infra/postgres/queries/accounts/audit-log'
import {
  type DeliveryRow,
  reopenDelivery,
  retryAtOnce,
} from '@called-it/infra/postgres/queries/outlets/webhook-deliveries'
import {
  deleteWebhook,
  insertWebhook,
  renewSecret,
  updateWebhook,
  type WebhookChoices,
  type WebhookRow,
} from '@called-it/infra/postgres/queries/outlets/webhooks'
import { insertJob } from '@called-it/infra/postgres/queries/work/outbox'
import type { SettingsKeys } from '@called-it/infra/secrets/settings-keys'
import { deliveryKind } from '@called-it/shared/contract/webhooks'
import type { Actor } from '../../auth/actor.ts'
import { ApiError } from '../../http/errors.ts'

type Trx = DatabaseTransaction

/** Without its path, which is a secret at Discord and Slack. */
const hostOf = (url: string) => new URL(url).host

export function presentWebhook({ url, kinds, open, ...row }: WebhookRow) {
  return {
    ...row,
    host: hostOf(url),
    kinds: kinds.flatMap((kind) => deliveryKind.safeParse(kind).data ?? []),
    open: open ?? 0,
  }
}

export function presentDelivery(row: DeliveryRow) {
  return { ...row, kind: deliveryKind.parse(row.kind) }
}

export async function createWebhook(
  trx: Trx,
  keys: SettingsKeys,
  webhook: WebhookChoices & { url: string },
  actor: Actor,
) {
  const made = await insertWebhook(trx, keys, { ...webhook, created_by: actor.actorId })
  const { url, ...choices } = webhook
  await audit(trx, actor, 'webhook:made', made.id, { ...choices, host: hostOf(url) })
  return made
}

export async function changeWebhook(
  trx: Trx,
  id: number,
  change: Parameters<typeof updateWebhook>[2],
  actor: Actor,
): Promise<void> {
  const now = await updateWebhook(trx, id, change)
  if (now === null) throw new ApiError('webhook_not_found')
  const { url: _, ...choices } = change
  await audit(trx, actor, 'webhook:changed', id, { ...choices, host: hostOf(now) })
  if (change.isEnabled) await deliverAtOnce(trx, id)
}

export async function removeWebhook(trx: Trx, id: number, actor: Actor): Promise<void> {
  const name = await deleteWebhook(trx, id)
  if (name === null) throw new ApiError('webhook_not_found')
  await audit(trx, actor, 'webhook:deleted', id, { name })
}

export async function renewWebhookSecret(
  trx: Trx,
  keys: SettingsKeys,
  id: number,
  actor: Actor,
): Promise<string> {
  const renewed = await renewSecret(trx, keys, id)
  if (renewed === null) throw new ApiError('webhook_not_found')
  await audit(trx, actor, 'webhook:secret-renewed', id, { name: renewed.name })
  return renewed.secret
}

export async function sendAgain(
  trx: Trx,
  { webhookId, deliveryId }: { webhookId: number; deliveryId: number },
  actor: Actor,
): Promise<DeliveryRow> {
  const delivery = await reopenDelivery(trx, webhookId, deliveryId)
  if (delivery === null) throw new ApiError('delivery_not_found')
  await deliverAtOnce(trx, webhookId)
  await audit(trx, actor, 'webhook:sent-again', webhookId, { deliveryId })
  return delivery
}

async function deliverAtOnce(trx: Trx, webhookId: number): Promise<void> {
  await retryAtOnce(trx, webhookId)
  await insertJob(trx, 'deliver-webhook', { webhookId })
}

function audit(trx: Trx, actor: Actor, action: string, id: number, details: Record<string, unknown>) {
  return insertAuditEntry(trx, { ...actor, action, subject: `webhook:${id}`, details })
}
