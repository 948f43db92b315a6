import type { DeliveryRow } from '@called-it/infra/postgres/queries/outlets/webhook-deliveries'
import type { WebhookRow } from '@called-it/infra/postgres/queries/outlets/webhooks'
import { deliveryKind, type Webhook, type WebhookDelivery } from '@called-it/shared/contract/webhooks'

/** Without its path, which is a secret at Discord and Slack. */
export const hostOf = (url: string) => new URL(url).host

export function presentWebhook({ url, kinds, open, ...row }: WebhookRow): Webhook {
  return {
    ...row,
    host: hostOf(url),
    kinds: kinds.flatMap((kind) => deliveryKind.safeParse(kind).data ?? []),
    open: open ?? 0,
    created_at: row.created_at.toISOString(),
    failing_since: row.failing_since?.toISOString() ?? null,
    disabled_at: row.disabled_at?.toISOString() ?? null,
  }
}

export function presentDelivery(row: DeliveryRow): WebhookDelivery {
  return {
    ...row,
    kind: deliveryKind.parse(row.kind),
    created_at: row.created_at.toISOString(),
    last_attempt_at: row.last_attempt_at?.toISOString() ?? null,
    delivered_at: row.delivered_at?.toISOString() ?? null,
  }
}
