import { sql } from 'kysely'
import type { DatabaseTransaction } from '../../client.ts'

/** To each webhook that wants events of their kind. */
export async function insertDeliveries(trx: DatabaseTransaction, eventIds: readonly number[]): Promise<void> {
  if (eventIds.length === 0) return
  await sql`
    INSERT INTO webhook_deliveries (webhook_id, event_id)
    SELECT webhooks.id, events.id
    FROM webhooks JOIN public_events AS events ON events.kind = ANY(webhooks.kinds)
    WHERE events.id = ANY(${eventIds}::bigint[]) AND webhooks.disabled_at IS NULL
    ORDER BY events.id, webhooks.id`.execute(trx)
}
