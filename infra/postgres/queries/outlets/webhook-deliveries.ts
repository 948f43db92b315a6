import { SPOILER_KINDS } from '@called-it/shared/outlets/stored-event'
import { sql } from 'kysely'
import type { Database, DatabaseTransaction } from '../../client.ts'
import { insertJobs } from '../work/outbox.ts'

const RETENTION_DAYS = 90

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

/** Deletes old events with their deliveries. */
export async function deleteOldEvents(db: Database): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('public_events')
    .where('created_at', '<', sql<Date>`now() - make_interval(days => ${RETENTION_DAYS})`)
    .executeTakeFirst()
  return Number(numDeletedRows)
}
