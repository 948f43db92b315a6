import { listDeliveries } from '@called-it/infra/postgres/queries/outlets/webhook-deliveries'
import { listWebhooks, webhookExists } from '@called-it/infra/postgres/queries/outlets/webhooks'
import { DELIVERIES_PAGE, type webhookEndpoints } from '@called-it/shared/contract/webhooks'
import { actorOf } from '../../auth/actor.ts'
import { ApiError } from '../../http/errors.ts'
import type { Handlers } from '../../http/handler.ts'
import type { GatewayParts } from '../../parts.ts'
import { checkOutboundAddress } from '../../resources/outbound-address.ts'
import {
  changeWebhook,
  createWebhook,
  presentDelivery,
  presentWebhook,
  removeWebhook,
  renewWebhookSecret,
  sendAgain,
} from './service.ts'

export function webhookRoutes({
  postgres: { db },
  config: { outboundAllow: allow, settingsKeys },
}: Pick<GatewayParts, 'postgres' | 'config'>): Pick<Handlers, keyof typeof webhookEndpoints> {
  const readWebhooks = async () => ({ webhooks: (await listWebhooks(db)).map(presentWebhook) })

  return {
    listWebhooks: readWebhooks,

    async createWebhook(request) {
      const { body } = request
      await checkOutboundAddress(body.url, { allow, path: 'url' })
      const made = await db
        .transaction()
        .execute((trx) => createWebhook(trx, settingsKeys, body, actorOf(request)))
      return { ...made, ...(await readWebhooks()) }
    },

    async changeWebhook(request) {
      const { is_enabled, url, ...choices } = request.body
      if (url !== undefined) await checkOutboundAddress(url, { allow, path: 'url' })
      const change = { ...choices, url, isEnabled: is_enabled }
      await db
        .transaction()
        .execute((trx) => changeWebhook(trx, request.params.webhookId, change, actorOf(request)))
      return readWebhooks()
    },

    async deleteWebhook(request) {
      const { webhookId } = request.params
      await db.transaction().execute((trx) => removeWebhook(trx, webhookId, actorOf(request)))
      return readWebhooks()
    },

    async renewWebhookSecret(request) {
      const { webhookId } = request.params
      const secret = await db
        .transaction()
        .execute((trx) => renewWebhookSecret(trx, settingsKeys, webhookId, actorOf(request)))
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
      const delivery = await db
        .transaction()
        .execute((trx) => sendAgain(trx, request.params, actorOf(request)))
      return { delivery: presentDelivery(delivery) }
    },
  }
}
