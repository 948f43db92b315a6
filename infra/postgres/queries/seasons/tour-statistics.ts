import { TOUR_PAGE, type TourStatistics } from '@called-it/shared/contract/tour-pages'
import { BUST_OUT_GAP } from '@called-it/shared/game/feats'
import { type RawBuilder, sql } from 'kysely'
import type { Database, DatabaseTransaction } from '../../client.ts'
import { IS_PAST, SHOW_ORDER } from '../catalogue/shows.ts'
import { mergedSongs } from '../catalogue/song-merges.ts'

/** Defines `known`: the past shows until the last one of the tour, numbered by date. */
const KNOWN_SHOWS = (tourId: number) => sql`
  past AS MATERIALIZED (
    SELECT id AS show_id, setlist_revision_id AS revision_id, showdate, tour_id IS NOT DISTINCT FROM ${tourId} AS is_on_tour,
      (row_number() OVER (ORDER BY ${SHOW_ORDER}))::integer AS number
    FROM shows
    WHERE ${IS_PAST}
  ),
  known AS (SELECT * FROM past WHERE number <= (SELECT max(number) FROM past WHERE is_on_tour))`

type FoundStatistics = { version: string; stored: TourStatistics | null }
type ComputedStatistics = { version: string; statistics: TourStatistics }

/** Null for a tour without past shows; `stored` is null until statistics of this version are stored. */
export async function findTourStatistics(db: Database, tourId: number): Promise<FoundStatistics | null> {
  const { rows } = await sql<FoundStatistics>`
    WITH ${KNOWN_SHOWS(tourId)}, current AS (
      SELECT md5(concat(
        (SELECT string_agg(concat_ws(':', show_id, revision_id, showdate, is_on_tour), ',' ORDER BY number) FROM known), ';',
        (SELECT string_agg(concat_ws(':', id, merged_into, hidden_at IS NOT NULL), ',' ORDER BY id)
          FROM songs WHERE merged_into IS NOT NULL OR hidden_at IS NOT NULL)
      )) AS version
      WHERE EXISTS (SELECT FROM known)
    )
    SELECT current.version, tour_statistics.statistics AS stored
    FROM current
      LEFT JOIN tour_statistics ON tour_id = ${tourId} AND tour_statistics.version = current.version`.execute(
    db,
  )
  return rows[0] ?? null
}

/** Replaces those of other setlists. */
export async function storeTourStatistics(
  trx: DatabaseTransaction,
  tourId: number,
  { version, statistics }: ComputedStatistics,
): Promise<void> {
  const row = { version, statistics: JSON.stringify(statistics) }
  await trx
    .insertInto('tour_statistics')
    .values({ tour_id: tourId, ...row })
    .onConflict((conflict) => conflict.column('tour_id').doUpdateSet(row))
    .execute()
}

/** Null for a tour without past shows. Call it in a snapshot: the setlists may change meanwhile. */
export async function computeTourStatistics(
  trx: DatabaseTransaction,
  tourId: number,
): Promise<ComputedStatistics | null> {
  const found = await findTourStatistics(trx, tourId)
  return found && { version: found.version, statistics: await countSongs(trx, tourId) }
}

async function countSongs(db: Database, tourId: number): Promise<TourStatistics> {
  const { rows } = await sql<TourStatistics>`
    WITH RECURSIVE ${mergedSongs()}, ${KNOWN_SHOWS(tourId)},
    performed AS (
      SELECT known.*, performances.set_name, performances.sequence, songs.id AS song_id,
        lower(songs.name) COLLATE "C" AS name_key
      FROM known
        JOIN performances USING (revision_id)
        LEFT JOIN merged_songs ON merged_songs.id = performances.song_id
        JOIN songs ON songs.id = coalesce(merged_songs.song_id, performances.song_id)
      WHERE songs.hidden_at IS NULL
    ),
    played AS (
      SELECT *, number - lag(number) OVER earlier - 1 AS gap, lag(showdate) OVER earlier AS last
      FROM (SELECT song_id, name_key, number, show_id, showdate, is_on_tour, min(sequence) AS sequence
        FROM performed GROUP BY 1, 2, 3, 4, 5, 6) AS each_once
      WINDOW earlier AS (PARTITION BY song_id ORDER BY number)
    ),
    on_tour AS (SELECT * FROM played WHERE is_on_tour),
    counted AS (SELECT song_id, name_key, count(*)::integer AS plays FROM on_tour GROUP BY 1, 2),
    edges AS (
      SELECT song_id, name_key, set_name,
        sequence = min(sequence) OVER of_set AS opens, sequence = max(sequence) OVER of_set AS closes
      FROM performed
      WHERE is_on_tour AND set_name IN ('set1', 'set2')
      WINDOW of_set AS (PARTITION BY show_id, set_name)
    ),
    rests AS (
      SELECT song_id, name_key, max(showdate) AS last, (SELECT max(number) FROM known) - max(number) AS shows
      FROM played
      GROUP BY 1, 2
      HAVING count(*) >= ${TOUR_PAGE.minPlays}::integer
      ORDER BY shows DESC, name_key, song_id
      LIMIT ${TOUR_PAGE.rests}
    )
    SELECT
      (SELECT ${listed(sql`'song', song_id, 'plays', plays`, sql`plays DESC, name_key, song_id`)} FROM counted) AS songs,
      (${edgesWhere(sql`opens`)}) AS openers,
      (${edgesWhere(sql`closes`)}) AS closers,
      (SELECT ${listed(sql`'song', song_id, 'show', show_id, 'gap', gap, 'last', last`, sql`gap DESC, number, sequence`)}
        FROM on_tour WHERE gap >= ${BUST_OUT_GAP}) AS bust_outs,
      (SELECT ${listed(sql`'song', song_id, 'show', show_id`, sql`number, sequence`)}
        FROM on_tour WHERE gap IS NULL) AS debuts,
      (SELECT ${listed(sql`'song', song_id, 'shows', shows, 'last', last`, sql`shows DESC, name_key, song_id`)}
        FROM rests WHERE shows > 0) AS rests`.execute(db)
  const [statistics] = rows
  if (!statistics) throw new Error('an aggregate has no row')
  return statistics
}

function listed(fields: RawBuilder<unknown>, order: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`coalesce(json_agg(json_build_object(${fields}) ORDER BY ${order}), '[]')`
}

function edgesWhere(edge: RawBuilder<unknown>): RawBuilder<unknown> {
  const fields = sql`'set', set_name, 'song', song_id, 'plays', plays`
  return sql`
    SELECT ${listed(fields, sql`plays DESC, set_name, name_key, song_id`)}
    FROM (SELECT set_name, song_id, name_key, count(*)::integer AS plays FROM edges WHERE ${edge} GROUP BY 1, 2, 3) AS each`
}

export type PastSetlist = { showId: number; set: string; songs: number[] }

/** The sets of a tour's past shows as they were played, with the songs that merged ones are. */
export async function listTourSetlists(db: Database, tourId: number): Promise<PastSetlist[]> {
  const { rows } = await sql<PastSetlist>`
    WITH RECURSIVE ${mergedSongs()}
    SELECT shows.id AS "showId", set_name AS set,
      array_agg(coalesce(merged_songs.song_id, performances.song_id) ORDER BY sequence) AS songs
    FROM shows
      JOIN performances ON revision_id = setlist_revision_id
      LEFT JOIN merged_songs ON merged_songs.id = performances.song_id
    WHERE tour_id = ${tourId} AND ${IS_PAST}
    GROUP BY shows.id, set_name
    ORDER BY shows.id, min(sequence)`.execute(db)
  return rows
}
