import type { WebhookFormat } from '@called-it/shared/contract/webhooks'
import { SPOILER_KINDS, type StoredEvent, storedEvent } from '@called-it/shared/outlets/stored-event'
import { sql } from 'kysely'
import type { Database, DatabaseTransaction } from '../../client.ts'
import { insertJobs } from '../work/outbox.ts'

/** To each webhook that wants events of their kind. */
export async function insertDeliveries(trx: DatabaseTransaction, eventIds: readonly number[]): Promise<void> {
  if (eventIds.length === 0) return
  const { rows } = await sql<{ webhookId: number }>`
    INSERT INTO webhook_deliveries (webhook_id, event_id)
    SELECT webhooks.id, events.id
    FROM webhooks JOIN public_events AS events ON events.kind = ANY(webhooks.kinds)
    WHERE events.id = ANY(${eventIds}::bigint[]) AND webhooks.disabled_at IS NULL
      AND (webhooks.has_spoilers OR events.kind <> ALL(${SPOILER_KINDS}))
    ORDER BY events.id, webhooks.id
    RETURNING webhook_id AS "webhookId"`.execute(trx)
  const concerned = [...new Set(rows.map(({ webhookId }) => webhookId))]
  await insertJobs(
    trx,
    'deliver-webhook',
    concerned.map((webhookId) => ({ webhookId })),
  )
}

const deliveries = (db: Database, webhookId: number) =>
  db
    .selectFrom('webhook_deliveries as deliveries')
    .innerJoin('public_events as events', 'events.id', 'deliveries.event_id')
    .select([
      'deliveries.id',
      'events.kind',
      'deliveries.created_at',
      'deliveries.attempts',
      'deliveries.last_attempt_at',
      'deliveries.last_status',
      'deliveries.last_error',
      'deliveries.delivered_at',
    ])
    .where('deliveries.webhook_id', '=', webhookId)

export type DeliveryRow = Awaited<ReturnType<typeof listDeliveries>>[number]

/** Newest first. */
export async function listDeliveries(
  db: Database,
  webhookId: number,
  { before, limit }: { before: number | undefined; limit: number },
) {
  return deliveries(db, webhookId)
    .$if(before !== undefined, (query) => query.where('deliveries.id', '<', before ?? 0))
    .orderBy('deliveries.id', 'desc')
    .limit(limit)
    .execute()
}

/** Opens it again, if it has arrived. Null for none of this webhook. */
export async function reopenDelivery(
  trx: DatabaseTransaction,
  webhookId: number,
  deliveryId: number,
): Promise<DeliveryRow | null> {
  await trx
    .updateTable('webhook_deliveries')
    .set({ delivered_at: null })
    .where('webhook_id', '=', webhookId)
    .where('id', '=', deliveryId)
    .execute()
  return (await deliveries(trx, webhookId).where('deliveries.id', '=', deliveryId).executeTakeFirst()) ?? null
}

/** The oldest open delivery does not wait for the end of a back-off; its webhook stays as long as it has failed. */
export async function retryAtOnce(trx: DatabaseTransaction, webhookId: number): Promise<void> {
  await trx
    .updateTable('webhook_deliveries')
    .set({ last_attempt_at: null })
    .where('id', '=', ({ selectFrom }) =>
      selectFrom('webhook_deliveries')
        .select('id')
        .where('webhook_id', '=', webhookId)
        .where('delivered_at', 'is', null)
        .orderBy('id')
        .limit(1),
    )
    .execute()
}

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
