import type { WebhookFormat } from '@called-it/shared/contract/webhooks'
import { type StoredEvent, storedEvent } from '@called-it/shared/outlets/stored-event'
import { sql } from 'kysely'
import type { DatabaseTransaction } from '../../client.ts'

const FIRST_BACKOFF_SECONDS = 5
const MAX_BACKOFF_SECONDS = 600
/** Longer ones are above the maximum. */
const MAX_DOUBLINGS = 7
const DISABLED_AFTER_DAYS = 3

/** False while another worker sends to it. Not a lock of its row, which new deliveries reference. */
export async function tryHoldWebhook(trx: DatabaseTransaction, id: number): Promise<boolean> {
  const { rows } = await sql<{ locked: boolean }>`
    SELECT pg_try_advisory_xact_lock(hashtext('webhook'), ${id}) AS locked`.execute(trx)
  return rows[0]?.locked ?? false
}

export type DueDelivery = {
  readonly id: number
  readonly event: StoredEvent & { readonly at: Date }
  readonly webhook: {
    readonly url: string
    readonly format: WebhookFormat
    readonly hasSpoilers: boolean
    /** Encrypted. */
    readonly secret: string
  }
}

type DueRow = Omit<DueDelivery, 'event'> & { kind: string; payload: unknown; at: Date; isDue: boolean }

/** The oldest that has not arrived; null without one, while it waits after a failure, and for a disabled webhook. */
export async function findDueDelivery(
  trx: DatabaseTransaction,
  webhookId: number,
): Promise<DueDelivery | null> {
  const { rows } = await sql<DueRow>`
    SELECT deliveries.id, events.kind, events.payload, events.created_at AS at,
      jsonb_build_object('url', webhooks.url, 'format', webhooks.format, 'hasSpoilers', webhooks.has_spoilers,
        'secret', webhooks.secret) AS webhook,
      webhooks.failing_since IS NULL OR deliveries.last_attempt_at IS NULL
        OR deliveries.last_attempt_at + make_interval(secs => ${backoff(sql.ref('deliveries.attempts'))}) <= now()
        AS "isDue"
    FROM webhook_deliveries AS deliveries
    JOIN webhooks ON webhooks.id = deliveries.webhook_id
    JOIN public_events AS events ON events.id = deliveries.event_id
    WHERE webhooks.id = ${webhookId} AND webhooks.disabled_at IS NULL AND deliveries.delivered_at IS NULL
    ORDER BY deliveries.id
    LIMIT 1`.execute(trx)
  const [row] = rows
  if (!row?.isDue) return null
  const { id, webhook, at, kind, payload } = row
  return { id, webhook, event: { ...storedEvent.parse({ kind, payload }), at } }
}

/** @param attempts from 1 */
function backoff(attempts: ReturnType<typeof sql.ref>) {
  return sql<number>`least(
    ${FIRST_BACKOFF_SECONDS}::integer * power(2, least(${attempts} - 1, ${MAX_DOUBLINGS}::integer)),
    ${MAX_BACKOFF_SECONDS}::integer)`
}

export async function markDelivered(trx: DatabaseTransaction, deliveryId: number, status: number) {
  await sql`
    WITH delivered AS (
      UPDATE webhook_deliveries
      SET attempts = attempts + 1, last_attempt_at = now(), delivered_at = now(), last_status = ${status},
        last_error = NULL
      WHERE id = ${deliveryId}
      RETURNING webhook_id
    )
    UPDATE webhooks SET failing_since = NULL
    FROM delivered WHERE webhooks.id = delivered.webhook_id AND failing_since IS NOT NULL`.execute(trx)
}

export type Failure = { readonly status: number | null; readonly error: string }

/** @returns when to try again; `disabled` after three days without a delivery */
export async function markFailed(
  trx: DatabaseTransaction,
  deliveryId: number,
  { status, error }: Failure,
): Promise<{ afterSeconds: number } | 'disabled'> {
  const { rows } = await sql<{ afterSeconds: number; disabled: boolean }>`
    WITH failed AS (
      UPDATE webhook_deliveries
      SET attempts = attempts + 1, last_attempt_at = now(), last_status = ${status}, last_error = ${error}
      WHERE id = ${deliveryId}
      RETURNING webhook_id, ${backoff(sql.ref('attempts'))}::float8 AS "afterSeconds"
    )
    UPDATE webhooks
    SET failing_since = coalesce(failing_since, now()),
      disabled_at = coalesce(disabled_at,
        CASE WHEN failing_since <= now() - make_interval(days => ${DISABLED_AFTER_DAYS}) THEN now() END)
    FROM failed
    WHERE webhooks.id = failed.webhook_id
    RETURNING "afterSeconds", disabled_at IS NOT NULL AS disabled`.execute(trx)
  const [row] = rows
  return row && !row.disabled ? { afterSeconds: row.afterSeconds } : 'disabled'
}
