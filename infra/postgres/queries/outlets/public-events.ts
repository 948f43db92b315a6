import type { PublicEvent, PublicEventKind } from '@called-it/shared/outlets/public-events'
import { sql } from 'kysely'
import type { Database, DatabaseTransaction } from '../../client.ts'
import { IS_CANCELLED, TAKES_PICKS } from '../catalogue/shows.ts'
import { countPredictions } from '../predictions/predictions.ts'
import { CLOSED_AT } from '../proofs/locked-shows.ts'
import { findShowOfEvent } from './show-of-event.ts'
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

/**
 * Stores what happened, once, in the transaction of the change, with its deliveries to webhooks. The lock of a show is
 * stored before all that follows it.
 */
export async function insertPublicEvents(
  trx: DatabaseTransaction,
  events: readonly NewPublicEvent[],
): Promise<void> {
  for (const showId of new Set(events.map((event) => event.showId))) {
    if (showId !== null) await insertLockEvent(trx, showId)
  }
  await storeEvents(trx, events)
}

/** Counts the locks of a show whose picks were opened again after their root was stored. */
const LOCK_KEY = sql<string>`(
  SELECT concat_ws(':', 'picks-locked', shows.id, count(*) + 1) FROM pick_locks
  WHERE pick_locks.show_id = shows.id AND replaced_at IS NOT NULL)`

/** Stores the lock of a show that takes no more picks, unless it is stored. Counting a million takes 0.1 s. */
export async function insertLockEvent(trx: DatabaseTransaction, showId: number): Promise<void> {
  const lock = await trx
    .selectFrom('shows')
    .select([LOCK_KEY.as('key'), CLOSED_AT.as('lockedAt')])
    .where('id', '=', showId)
    .where(sql<boolean>`NOT (${TAKES_PICKS} OR ${IS_CANCELLED})`)
    .where(sql<boolean>`NOT EXISTS (SELECT FROM public_events WHERE key = ${LOCK_KEY})`)
    .executeTakeFirst()
  const show = lock ? await findShowOfEvent(trx, showId) : null
  if (!lock || !show) return
  const predictions = await countPredictions(trx, showId)
  const payload = { show, locked_at: lock.lockedAt.toISOString(), predictions, root: null }
  await storeEvents(trx, [{ kind: 'picks-locked', showId, key: lock.key, payload }])
}

/** The next lock of shows that take picks again is another event. */
export async function releaseLockEvents(trx: DatabaseTransaction, showIds: readonly number[]): Promise<void> {
  await sql`
    UPDATE public_events SET key = concat_ws(':', key, public_events.id)
    FROM shows
    WHERE shows.id = ANY(${showIds}::integer[]) AND ${TAKES_PICKS} AND key = ${LOCK_KEY}`.execute(trx)
}

async function storeEvents(trx: DatabaseTransaction, events: readonly NewPublicEvent[]): Promise<void> {
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

/** The field of the payload that names players. */
const LIST = sql`CASE kind WHEN 'show-final' THEN 'leaders' ELSE 'rows' END`

/**
 * Removes the name of a user from tables that were published, before the user gets another name. Events do not say whose
 * name it is: another user of the same name loses it there too.
 */
export async function deleteNameFromEvents(db: Database, userId: number, newName: string): Promise<void> {
  // From the locked row, not from a copy: another name may have left it meanwhile.
  await sql`
    UPDATE public_events SET payload = jsonb_set(payload, ARRAY[${LIST}], (
      SELECT jsonb_agg(
        CASE WHEN entry ->> 'name' = display_name THEN entry || '{"name": null}' ELSE entry END ORDER BY place)
      FROM jsonb_array_elements(payload -> ${LIST}) WITH ORDINALITY AS entries (entry, place)))
    FROM users
    WHERE users.id = ${userId} AND display_name <> ${newName} AND kind IN ('show-final', 'weekly-table')
      AND payload -> ${LIST} @> jsonb_build_array(jsonb_build_object('name', display_name))`.execute(db)
}
