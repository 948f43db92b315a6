import type { DatabaseTransaction } from '@called-it/infra/postgres/client'
import { insertAuditEntry } from '@called-it/infra/postgres/queries/accounts/audit-log'
import {
  type DeliveryRow,
  listDeliveries,
  reopenDelivery,
  retryAtOnce,
} from '@called-it/infra/postgres/queries/outlets/webhook-deliveries'
import {
  deleteWebhook,
  insertWebhook,
  listWebhooks,
  renewSecret,
  updateWebhook,
  type WebhookRow,
  webhookExists,
} from '@called-it/infra/postgres/queries/outlets/webhooks'
import { insertJob } from '@called-it/infra/postgres/queries/work/outbox'
import { DELIVERIES_PAGE, deliveryKind, type webhookEndpoints } from '@called-it/shared/contract/webhooks'
import { type Actor, actorOf } from '../../auth/actor.ts'
import { ApiError } from '../../http/errors.ts'
import type { Handlers } from '../../http/handler.ts'
import type { GatewayParts } from '../../parts.ts'
import { checkOutboundAddress } from '../../resources/outbound-address.ts'

export function webhookRoutes({
  postgres: { db },
  config: { outboundAllow: allow, settingsKeys },
}: Pick<GatewayParts, 'postgres' | 'config'>): Pick<Handlers, keyof typeof webhookEndpoints> {
  const readWebhooks = async () => ({ webhooks: (await listWebhooks(db)).map(presentWebhook) })

  return {
    listWebhooks: readWebhooks,

    async createWebhook(request) {
      const { url, ...choices } = request.body
      await checkOutboundAddress(url, { allow, path: 'url' })
      const actor = actorOf(request)
      const made = await db.transaction().execute(async (trx) => {
        const webhook = { ...choices, url, created_by: actor.actorId }
        const made = await insertWebhook(trx, settingsKeys, webhook)
        await audit(trx, actor, 'webhook:made', made.id, { ...choices, host: hostOf(url) })
        return made
      })
      return { ...made, ...(await readWebhooks()) }
    },

    async changeWebhook(request) {
      const { webhookId } = request.params
      const { is_enabled: isEnabled, url, ...rest } = request.body
      if (url !== undefined) await checkOutboundAddress(url, { allow, path: 'url' })
      const choices = { ...rest, isEnabled }
      await db.transaction().execute(async (trx) => {
        const now = await updateWebhook(trx, webhookId, { ...choices, url })
        if (now === null) throw new ApiError('webhook_not_found')
        const details = { ...choices, host: hostOf(now) }
        await audit(trx, actorOf(request), 'webhook:changed', webhookId, details)
        if (isEnabled) await deliverAtOnce(trx, webhookId)
      })
      return readWebhooks()
    },

    async deleteWebhook(request) {
      const { webhookId } = request.params
      await db.transaction().execute(async (trx) => {
        const name = await deleteWebhook(trx, webhookId)
        if (name === null) throw new ApiError('webhook_not_found')
        await audit(trx, actorOf(request), 'webhook:deleted', webhookId, { name })
      })
      return readWebhooks()
    },

    async renewWebhookSecret(request) {
      const { webhookId } = request.params
      const secret = await db.transaction().execute(async (trx) => {
        const renewed = await renewSecret(trx, settingsKeys, webhookId)
        if (renewed === null) throw new ApiError('webhook_not_found')
        await audit(trx, actorOf(request), 'webhook:secret-renewed', webhookId, { name: renewed.name })
        return renewed.secret
      })
      return { secret }
    },

    async listDeliveries({ params: { webhookId }, query: { before } }) {
      if (!(await webhookExists(db, webhookId))) throw new ApiError('webhook_not_found')
      const found = await listDeliveries(db, webhookId, { before, limit: DELIVERIES_PAGE + 1 })
      const page = found.slice(0, DELIVERIES_PAGE)
      return {
        deliveries: page.map(presentDelivery),
        next: found.length > DELIVERIES_PAGE ? (page.at(-1)?.id ?? null) : null,
      }
    },

    async sendDeliveryAgain(request) {
      const { webhookId, deliveryId } = request.params
      const delivery = await db.transaction().execute(async (trx) => {
        const reopened = await reopenDelivery(trx, webhookId, deliveryId)
        if (reopened === null) throw new ApiError('delivery_not_found')
        await deliverAtOnce(trx, webhookId)
        await audit(trx, actorOf(request), 'webhook:sent-again', webhookId, { deliveryId })
        return reopened
      })
      return { delivery: presentDelivery(delivery) }
    },
  }
}

/** Without its path, which is a secret at Discord and Slack. */
const hostOf = (url: string) => new URL(url).host

function presentWebhook({ url, kinds, open, ...row }: WebhookRow) {
  return {
    ...row,
    host: hostOf(url),
    kinds: kinds.flatMap((kind) => deliveryKind.safeParse(kind).data ?? []),
    open: open ?? 0,
  }
}

function presentDelivery(row: DeliveryRow) {
  return { ...row, kind: deliveryKind.parse(row.kind) }
}

async function deliverAtOnce(trx: DatabaseTransaction, webhookId: number): Promise<void> {
  await retryAtOnce(trx, webhookId)
  await insertJob(trx, 'deliver-webhook', { webhookId })
}

function audit(
  trx: DatabaseTransaction,
  actor: Actor,
  action: string,
  webhookId: number,
  details: Record<string, unknown>,
): Promise<void> {
  return insertAuditEntry(trx, { ...actor, action, subject: `webhook:${webhookId}`, details })
}
