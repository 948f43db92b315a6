import type { DeliveryRow } from '@called-it/infra/postgres/queries/outlets/webhook-deliveries'
import type { WebhookRow } from '@called-it/infra/postgres/queries/outlets/webhooks'
import { deliveryKind } from '@called-it/shared/contract/webhooks'

/** Without its path, which is a secret at Discord and Slack. */
export const hostOf = (url: string) => new URL(url).host

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
