import { type PublicEvent, type PublicEventKind, publicEvents } from '@called-it/shared/outlets/public-events'
import { sql } from 'kysely'
import { z } from 'zod'
import type { Database, DatabaseTransaction } from '../../client.ts'
import { IS_CANCELLED, NOW, TAKES_PICKS } from '../catalogue/shows.ts'
import { countPredictions } from '../predictions/predictions.ts'
import { CLOSED_AT } from '../proofs/locked-shows.ts'
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

const MAX_SHOW_AGE_DAYS = 14

/** Null for an older show: loading the past, or merging a song, would send hundreds of events at once. */
export async function findShowOfEvent(
  db: Database,
  showId: number,
): Promise<PublicEvent<'show-final'>['show'] | null> {
  const show = await db
    .selectFrom('shows')
    .select([
      'id',
      'showdate as date',
      'venue',
      sql<string>`concat_ws(', ', nullif(city, ''), nullif(state, ''), nullif(country, ''))`.as('place'),
    ])
    .where('id', '=', showId)
    .where(
      sql<boolean>`showdate >= (${NOW} AT TIME ZONE 'UTC')::date - ${sql.lit(MAX_SHOW_AGE_DAYS)}::integer`,
    )
    .executeTakeFirst()
  return show ?? null
}

const MAX_LEADERS = 10

export type Leader = { userId: number; rank: number; points: number }

/** The first rows of a show's board, in its order; a player who shows no picks has no name. */
export async function nameLeaders(
  db: Database,
  leaders: readonly Leader[],
): Promise<PublicEvent<'show-final'>['leaders']> {
  const { rows } = await sql<PublicEvent<'show-final'>['leaders'][number]>`
    SELECT leader.rank, leader.points,
      CASE WHEN users.shows_picks AND users.deleted_at IS NULL AND users.suspended_at IS NULL
        THEN users.display_name END AS name
    FROM jsonb_to_recordset(${JSON.stringify(leaders)}::jsonb) AS leader("userId" integer, rank integer, points integer)
      JOIN users ON users.id = leader."userId"
    ORDER BY leader.points DESC, users.sort_name, users.id
    LIMIT ${MAX_LEADERS}`.execute(db)
  return rows
}

const storedFields = { id: z.int(), created_at: z.date() }

const feedEvent = z.discriminatedUnion('kind', [
  z.object({ ...storedFields, kind: z.literal('picks-locked'), payload: publicEvents['picks-locked'] }),
  z.object({ ...storedFields, kind: z.literal('picks-proved'), payload: publicEvents['picks-proved'] }),
  z.object({ ...storedFields, kind: z.literal('show-final'), payload: publicEvents['show-final'] }),
  z.object({
    ...storedFields,
    kind: z.literal('scores-corrected'),
    payload: publicEvents['scores-corrected'],
  }),
])
export type FeedEvent = z.output<typeof feedEvent>

const FEED_KINDS = feedEvent.options.map(({ shape }) => shape.kind.value)

/** The newest first. */
export async function listFeedEvents(db: Database, limit: number): Promise<FeedEvent[]> {
  const rows = await db
    .selectFrom('public_events')
    .select(['id', 'kind', 'payload', 'created_at'])
    .where('kind', 'in', FEED_KINDS)
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
  return z.array(feedEvent).parse(rows)
}
