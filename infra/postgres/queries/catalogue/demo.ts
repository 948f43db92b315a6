import { MADE_BY_HAND } from '@called-it/shared/contract/catalogue'
import { packPicks } from '@called-it/shared/game/bulk/packed-picks'
import type { Picks } from '@called-it/shared/game/setlist'
import { sql } from 'kysely'
import type { Database, DatabaseTransaction } from '../../client.ts'
import { deleteFeatsOfShow } from '../badges/badges.ts'
import { deleteExpectedPointsOfShow } from '../chances/above-expectation.ts'

/** No source lists it, so that imports leave it alone. There is one at most. */
const SOURCE_ID = 'demo-show'

export async function findDemoShow(db: Database): Promise<number | null> {
  const show = await db
    .selectFrom('shows')
    .select('id')
    .where('source', '=', MADE_BY_HAND)
    .where('source_id', '=', SOURCE_ID)
    .executeTakeFirst()
  return show?.id ?? null
}

/**
 * Inserts a show of the demo's current tour that begins and locks at this minute. Settle its times afterwards. The
 * clocks of its venue show UTC all year.
 */
export async function insertDemoShow(trx: DatabaseTransaction, source: string): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    WITH clock AS (SELECT clock_timestamp() AS now, clock_timestamp() AT TIME ZONE 'UTC' AS utc)
    INSERT INTO shows (source, source_id, tour_id, showdate, venue, city, country, set_starts_local, set_locks_at)
    SELECT ${MADE_BY_HAND}, ${SOURCE_ID},
      (SELECT id FROM tours
        WHERE source = ${source} AND utc::date BETWEEN start_date AND end_date ORDER BY start_date DESC LIMIT 1),
      utc::date, 'Harbour Lights Hall', 'Reykjavík', 'Iceland', to_char(utc, 'HH24:MI'), now
    FROM clock
    RETURNING id`.execute(trx)
  const [show] = rows
  if (show === undefined) throw new Error('the demo show was not inserted')
  return show.id
}

/** Deletes a show without scores on boards, with its predictions and setlists. Lock it first. */
export async function deleteShow(trx: DatabaseTransaction, showId: number): Promise<void> {
  await sql`UPDATE shows SET score_set_id = NULL, setlist_revision_id = NULL WHERE id = ${showId}`.execute(
    trx,
  )
  await sql`
    DELETE FROM scores WHERE score_set_id IN (SELECT id FROM score_sets WHERE show_id = ${showId})`.execute(
    trx,
  )
  await sql`DELETE FROM score_sets WHERE show_id = ${showId}`.execute(trx)
  await sql`
    DELETE FROM performances
    WHERE revision_id IN (SELECT id FROM setlist_revisions WHERE show_id = ${showId})`.execute(trx)
  await sql`DELETE FROM setlist_revisions WHERE show_id = ${showId}`.execute(trx)
  await sql`DELETE FROM predictions WHERE show_id = ${showId}`.execute(trx)
  await sql`DELETE FROM pick_commitments WHERE show_id = ${showId}`.execute(trx)
  await deleteFeatsOfShow(trx, showId)
  await deleteExpectedPointsOfShow(trx, showId)
  await sql`DELETE FROM shows WHERE id = ${showId}`.execute(trx)
}

export type DemoShow = Awaited<ReturnType<typeof listDemoShows>>[number]

export async function listDemoShows(db: Database) {
  return db
    .selectFrom('shows')
    .select(({ exists, selectFrom }) => [
      'id',
      'source_id as sourceId',
      'showdate as date',
      'is_scored as isScored',
      exists(selectFrom('predictions').select('id').whereRef('show_id', '=', 'shows.id'))
        .$castTo<boolean>()
        .as('hasPredictions'),
    ])
    .where('source', '=', 'demo')
    .orderBy('showdate')
    .orderBy('id')
    .execute()
}

export type DemoPrediction = {
  showId: number
  userId: number
  picks: Picks
  /** ISO 8601; a future time counts as now. */
  createdAt: string
}

export async function insertMissingPredictions(
  db: Database,
  predictions: readonly DemoPrediction[],
): Promise<void> {
  if (predictions.length === 0) return
  const records = predictions.map(({ showId, userId, picks, createdAt }) => ({
    show_id: showId,
    user_id: userId,
    picks: Buffer.from(packPicks(picks)).toString('hex'),
    created_at: createdAt,
  }))
  await sql`
    INSERT INTO predictions (show_id, user_id, picks, created_at, updated_at)
    SELECT show_id, user_id, decode(picks, 'hex'), least(created_at, now()), least(created_at, now())
    FROM jsonb_to_recordset(${JSON.stringify(records)}::jsonb) AS given(
      show_id integer, user_id integer, picks text, created_at timestamptz)
    ON CONFLICT (show_id, user_id) DO NOTHING`.execute(db)
}
