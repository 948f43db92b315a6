import type { PublicEvent, PublicEventKind } from '@called-it/shared/reach/public-events'
import { sql } from 'kysely'
import type { DatabaseTransaction } from '../../client.ts'
import { insertDeliveries } from './webhook-deliveries.ts'

export type NewPublicEvent<K extends PublicEventKind = PublicEventKind> = {
  [Kind in K]: {
    readonly kind: Kind
    readonly showId: number | null
    /** The same for the same event. */
    readonly key: string
    readonly payload: PublicEvent<Kind>
  }
}[K]

/** Stores what happened, once, in the transaction of the change, with its deliveries to webhooks. */
export async function insertPublicEvents(
  trx: DatabaseTransaction,
  events: readonly NewPublicEvent[],
): Promise<void> {
  if (events.length === 0) return
  const { rows } = await sql<{ id: number }>`
    INSERT INTO public_events (kind, show_id, key, payload)
    SELECT given.kind, given."showId", given.key, given.payload
    FROM jsonb_to_recordset(${JSON.stringify(events)}::jsonb)
      AS given(kind text, "showId" integer, key text, payload jsonb)
    ON CONFLICT (key) DO NOTHING
    RETURNING id`.execute(trx)
  await insertDeliveries(
    trx,
    rows.map(({ id }) => id),
  )
}
