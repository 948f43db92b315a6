import type { PublicEvent, PublicEventKind } from '@called-it/shared/reach/public-events'
import { sql } from 'kysely'
import type { Database, DatabaseTransaction } from '../../client.ts'
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

/**
 * Removes the name of a user from tables that were published, before the user gets another name. Events do not say whose
 * name it is: another user of the same name loses it there too.
 */
export async function deleteNameFromEvents(db: Database, userId: number, newName: string): Promise<void> {
  await sql`
    WITH tables AS (
      SELECT id, payload, CASE kind WHEN 'show-final' THEN 'leaders' ELSE 'rows' END AS list
      FROM public_events WHERE kind IN ('show-final', 'weekly-table')
    )
    UPDATE public_events SET payload = jsonb_set(tables.payload, ARRAY[list], (
      SELECT jsonb_agg(
        CASE WHEN entry ->> 'name' = display_name THEN entry || '{"name": null}' ELSE entry END ORDER BY place)
      FROM jsonb_array_elements(tables.payload -> list) WITH ORDINALITY AS entries (entry, place)))
    FROM tables, users
    WHERE users.id = ${userId} AND display_name <> ${newName} AND public_events.id = tables.id
      AND tables.payload -> list @> jsonb_build_array(jsonb_build_object('name', display_name))`.execute(db)
}
