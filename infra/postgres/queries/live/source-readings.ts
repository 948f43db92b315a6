import { type RawBuilder, sql } from 'kysely'
import type { SourceSetlist } from '../../../setlist-sources/source.ts'
import type { Database, DatabaseTransaction } from '../../client.ts'
import { IS_ABOUT_TO_RUN_OR_RUNS } from './live-shows.ts'

const SECONDS_BETWEEN_READINGS = 60
const MAX_SECONDS_BETWEEN_READINGS = 600

const IS_READ = sql<boolean>`(${IS_ABOUT_TO_RUN_OR_RUNS} AND NOT shows.is_scored AND shows.vanished_at IS NULL)`

const CLOCK = sql<Date>`clock_timestamp()`

function inSeconds(seconds: RawBuilder<number>): RawBuilder<Date> {
  return sql`${CLOCK} + make_interval(secs => ${seconds})`
}

export type ShowToRead = { id: number; sourceId: string; date: string }

/**
 * The shows of a source whose setlist is to be read now. Of several workers only the first gets a show, and the next
 * reading is due a minute later.
 *
 * @param source the adapter's name
 */
export async function takeDueReadings(db: Database, source: string): Promise<ShowToRead[]> {
  const { rows } = await sql<ShowToRead>`
    WITH due AS (
      SELECT shows.id
      FROM shows LEFT JOIN source_readings AS reading ON reading.show_id = shows.id
      WHERE shows.source = ${source} AND ${IS_READ} AND coalesce(reading.next_at, '-infinity') <= ${CLOCK}
      ORDER BY shows.id
    ), taken AS (
      INSERT INTO source_readings AS reading (show_id, read_at, next_at)
      SELECT id, ${CLOCK}, ${inSeconds(sql`${SECONDS_BETWEEN_READINGS}::integer`)} FROM due
      ON CONFLICT (show_id) DO UPDATE SET next_at = excluded.next_at WHERE reading.next_at <= ${CLOCK}
      RETURNING show_id
    )
    SELECT shows.id, shows.source_id AS "sourceId", shows.showdate AS date
    FROM taken JOIN shows ON shows.id = taken.show_id
    ORDER BY shows.id`.execute(db)
  return rows
}

export type ReadingChange = {
  setlistChanged: boolean
  /** Whether the request before this one had failed. */
  isBack: boolean
}

/** @param setlist null: the source has none */
export async function storeReading(
  trx: DatabaseTransaction,
  showId: number,
  setlist: SourceSetlist | null,
): Promise<ReadingChange> {
  const json = setlist === null ? null : JSON.stringify(setlist)
  const { rows } = await sql<ReadingChange>`
    WITH earlier AS (SELECT setlist, error FROM source_readings WHERE show_id = ${showId} FOR UPDATE)
    UPDATE source_readings AS reading
    SET setlist = ${json}::jsonb, read_at = ${CLOCK}, error = NULL, failures = 0
    FROM earlier
    WHERE reading.show_id = ${showId}
    RETURNING reading.setlist IS DISTINCT FROM earlier.setlist AS "setlistChanged",
      earlier.error IS NOT NULL AS "isBack"`.execute(trx)
  return rows[0] ?? { setlistChanged: false, isBack: false }
}

/**
 * Keeps the last setlist and doubles the time to the next request, up to ten minutes.
 *
 * @param error for admins
 * @returns how many requests in a row have failed
 */
export async function storeFailedReading(
  trx: DatabaseTransaction,
  showId: number,
  error: string,
): Promise<number> {
  const seconds = sql<number>`
    least(${MAX_SECONDS_BETWEEN_READINGS}::integer, ${SECONDS_BETWEEN_READINGS}::integer * 2 ^ (failures + 1))`
  const reading = await trx
    .updateTable('source_readings')
    .set({ error, failures: sql<number>`failures + 1`, next_at: inSeconds(seconds) })
    .where('show_id', '=', showId)
    .returning('failures')
    .executeTakeFirst()
  return reading?.failures ?? 0
}

export type StoredReading = NonNullable<Awaited<ReturnType<typeof findStoredReading>>>

export async function findStoredReading(db: Database, showId: number) {
  const reading = await db
    .selectFrom('source_readings as reading')
    .innerJoin('shows', 'shows.id', 'reading.show_id')
    .select(['shows.source', 'reading.setlist', 'reading.read_at as readAt', 'reading.failures'])
    .where('reading.show_id', '=', showId)
    .executeTakeFirst()
  if (!reading) return null
  const { failures, ...rest } = reading
  return { ...rest, isAway: failures > 0 }
}
