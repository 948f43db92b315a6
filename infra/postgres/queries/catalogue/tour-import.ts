import { type RawBuilder, sql } from 'kysely'
import type { ShowFacts, SourceShow, SourceTour } from '../../../setlist-sources/source.ts'
import type { DatabaseTransaction } from '../../client.ts'

/* Tours and shows of a data site, imported as its songs are: whole lists at once, skipping unchanged rows. */

/** Inserts missing tours in the order listed and updates changed ones that no admin has edited. */
export async function upsertTours(
  trx: DatabaseTransaction,
  source: string,
  tours: readonly SourceTour[],
): Promise<{ changed: number }> {
  const records = tours.map((tour, place) => ({
    place,
    source_id: tour.sourceId,
    name: tour.name,
    start_date: tour.startDate,
    end_date: tour.endDate,
    description: tour.description,
  }))
  const given = sql`
    SELECT * FROM jsonb_to_recordset(${JSON.stringify(records)}::jsonb) AS tour(
      place integer, source_id text, name text, start_date date, end_date date, description text)`
  const updated = await sql`
    WITH given AS (${given})
    UPDATE tours SET name = given.name, start_date = given.start_date, end_date = given.end_date,
      description = given.description
    FROM given
    WHERE tours.source = ${source} AND tours.source_id = given.source_id AND NOT tours.edited_by_hand
      AND (tours.name, tours.start_date, tours.end_date, tours.description)
        IS DISTINCT FROM (given.name, given.start_date, given.end_date, given.description)`.execute(trx)
  const inserted = await sql`
    WITH given AS (${given})
    INSERT INTO tours (source, source_id, name, start_date, end_date, description)
    SELECT ${source}, source_id, name, start_date, end_date, description FROM given
    WHERE NOT EXISTS (SELECT FROM tours WHERE tours.source = ${source} AND tours.source_id = given.source_id)
    ORDER BY place`.execute(trx)
  return { changed: affected(updated) + affected(inserted) }
}

// An object, so that a fact without its column does not compile.
const FACTS = Object.keys({ venue: 1, city: 1, state: 1, country: 1 } satisfies Record<keyof ShowFacts, 1>)
const STORED = ['tour_id', 'showdate', 'listed_times', ...FACTS]

const columnsOf = (table: string) => sql.join(STORED.map((column) => sql.ref(`${table}.${column}`)))

/**
 * Inserts missing shows and updates changed ones, without their times: settle these afterwards. Columns that an admin
 * has edited stay. A scored show is not excluded; its scores would have to be reset first. A vanished show that is
 * listed again is no longer vanished.
 *
 * @returns the ids of all these shows, and of them the inserted and the updated ones
 */
export async function upsertShows(
  trx: DatabaseTransaction,
  source: string,
  shows: readonly SourceShow[],
): Promise<{ showIds: number[]; insertedIds: number[]; updatedIds: number[] }> {
  const given = givenShows(source, shows)
  const updated = await sql<{ id: number }>`
    WITH given AS (${given})
    UPDATE shows SET ${sql.join(STORED.map((column) => sql`${sql.ref(column)} = ${sql.ref(`given.${column}`)}`))},
      excluded = given.excluded AND shows.score_set_id IS NULL,
      exclusion_reason = CASE WHEN given.excluded THEN shows.exclusion_reason END, vanished_at = NULL
    FROM given
    WHERE shows.source = ${source} AND shows.source_id = given.source_id
      AND ((${columnsOf('shows')}, shows.excluded)
        IS DISTINCT FROM (${columnsOf('given')}, given.excluded AND shows.score_set_id IS NULL)
        OR shows.vanished_at IS NOT NULL)
    RETURNING shows.id`.execute(trx)
  const inserted = await sql<{ id: number }>`
    WITH given AS (${given})
    INSERT INTO shows (source, source_id, excluded, ${sql.join(STORED.map((column) => sql.ref(column)))})
    SELECT ${source}, source_id, excluded, ${columnsOf('given')} FROM given
    WHERE NOT EXISTS (SELECT FROM shows WHERE shows.source = ${source} AND shows.source_id = given.source_id)
    ORDER BY place
    RETURNING id`.execute(trx)
  const all = await sql<{ id: number }>`
    WITH given AS (${given})
    SELECT shows.id FROM given JOIN shows ON shows.source = ${source} AND shows.source_id = given.source_id`.execute(
    trx,
  )
  const idsOf = ({ rows }: { rows: readonly { id: number }[] }) => rows.map(({ id }) => id)
  return { showIds: idsOf(all), insertedIds: idsOf(inserted), updatedIds: idsOf(updated) }
}

/**
 * Marks the shows of a source that it no longer lists. Shows are never deleted, because predictions refer to
 * them.
 *
 * @param listed source ids of all shows of the source; an empty list means a broken source and throws
 * @returns the shows that this call marked
 */
export async function markVanishedShows(
  trx: DatabaseTransaction,
  source: string,
  listed: readonly string[],
): Promise<number[]> {
  if (listed.length === 0) throw new Error('the source lists no shows')
  const { rows } = await sql<{ id: number }>`
    UPDATE shows SET vanished_at = now()
    WHERE source = ${source} AND vanished_at IS NULL
      AND source_id NOT IN (
        SELECT jsonb_array_elements_text(${JSON.stringify(listed)}::jsonb))
    RETURNING id`.execute(trx)
  return rows.map(({ id }) => id)
}

export async function listBoardsOfMovedShows(
  trx: DatabaseTransaction,
  source: string,
  shows: readonly SourceShow[],
): Promise<number[]> {
  const { rows } = await sql<{ board: number }>`
    WITH given AS (${givenShows(source, shows)})
    SELECT DISTINCT board
    FROM given JOIN shows ON shows.source = ${source} AND shows.source_id = given.source_id,
      LATERAL (VALUES (shows.tour_id), (given.tour_id)) AS moved(board)
    WHERE shows.tour_id IS DISTINCT FROM given.tour_id AND board IS NOT NULL
    ORDER BY board`.execute(trx)
  return rows.map(({ board }) => board)
}

/** The shows as listed, with the columns that an admin has edited as they are. */
function givenShows(source: string, shows: readonly SourceShow[]): RawBuilder<unknown> {
  const records = shows.map(({ sourceId, tourSourceId, date, times, ...show }, place) => ({
    ...show,
    place,
    source_id: sourceId,
    tour_source_id: tourSourceId,
    showdate: date,
    listed_times: times,
  }))
  const unlessEdited = (column: string, listed: RawBuilder<unknown>) =>
    sql`CASE WHEN held.edited_by_hand THEN ${sql.ref(`held.${column}`)} ELSE ${listed} END AS ${sql.ref(column)}`
  const facts = ['showdate', ...FACTS].map((column) => unlessEdited(column, sql.ref(`show.${column}`)))
  return sql`
    SELECT show.place, show.source_id, show.listed_times, show.excluded, ${sql.join(facts)},
      ${unlessEdited('tour_id', sql`tours.id`)}
    FROM jsonb_to_recordset(${JSON.stringify(records)}::jsonb) AS show(
      place integer, source_id text, tour_source_id text, showdate date, listed_times jsonb, excluded boolean,
      ${sql.join(FACTS.map((column) => sql`${sql.ref(column)} text`))})
    LEFT JOIN tours ON tours.source = ${source} AND tours.source_id = show.tour_source_id
    LEFT JOIN shows AS held ON held.source = ${source} AND held.source_id = show.source_id`
}

function affected({ numAffectedRows }: { numAffectedRows?: bigint | undefined }): number {
  return Number(numAffectedRows ?? 0n)
}
