import type { Database } from '@called-it/infra/postgres/client'
import { sql } from 'kysely'
import { TEST_SOURCE } from './factories/catalogue.ts'

/** Songs of a set list of 20: 9 in set 1, 8 in set 2, 3 in the encore. */
const SET_OF_SEQUENCE = sql`CASE WHEN sequence <= 9 THEN 'set1' WHEN sequence <= 17 THEN 'set2' ELSE 'encore' END`

/**
 * Shows every second day up to three days ago, three in a row at each of 80 venues, ten to a tour. The first songs are
 * played most. Always the same for the same numbers.
 */
export async function makePastShows(
  db: Database,
  { shows, songs }: { shows: number; songs: number },
): Promise<void> {
  await sql`
    INSERT INTO songs (id, source, source_id, slug, name, times_played)
    SELECT base.id + n, ${TEST_SOURCE}, 'past-' || base.id + n, 'past-' || base.id + n, 'Past Song ' || n, 1
    FROM generate_series(1, ${songs}::integer) AS n, (SELECT coalesce(max(id), 0) AS id FROM songs) AS base`.execute(
    db,
  )
  await sql`
    WITH numbered AS (
      SELECT id, row_number() OVER (ORDER BY id)::integer AS n FROM songs WHERE source_id LIKE 'past-%'
    ), made_tours AS (
      INSERT INTO tours (source, source_id, name, start_date, end_date)
      SELECT ${TEST_SOURCE}, 'past-' || n, 'Past Tour ' || n, '2000-01-01', '2000-02-01'
      FROM generate_series(0, (${shows}::integer - 1) / 10) AS n
      RETURNING id, source_id
    ), made_shows AS (
      INSERT INTO shows (source, source_id, showdate, venue, city, country, tour_id, locks_at, time_source)
      SELECT ${TEST_SOURCE}, 'past-' || n, day, 'Past Venue ' || (n / 3) % 80, 'Harborview', 'USA',
        (SELECT id FROM made_tours WHERE made_tours.source_id = 'past-' || n / 10),
        day::timestamp AT TIME ZONE 'UTC', 'default'
      FROM (
        SELECT n, (now() AT TIME ZONE 'UTC')::date - 3 - 2 * (${shows}::integer - 1 - n) AS day
        FROM generate_series(0, ${shows}::integer - 1) AS n
      ) AS days
      ORDER BY n
      RETURNING id, source_id
    ), revisions AS (
      INSERT INTO setlist_revisions (show_id, number, origin, text)
      SELECT id, 1, 'source', 'generated' FROM made_shows ORDER BY id
      RETURNING id, show_id
    )
    INSERT INTO performances (revision_id, sequence, set_name, position, song_id)
    SELECT revisions.id, sequence, ${SET_OF_SEQUENCE},
      sequence - CASE WHEN sequence <= 9 THEN 0 WHEN sequence <= 17 THEN 9 ELSE 17 END, numbered.id
    FROM made_shows
      JOIN revisions ON revisions.show_id = made_shows.id
      CROSS JOIN generate_series(1, 20) AS sequence
      JOIN numbered ON numbered.n = 1 + floor(${songs}::integer
        * power((hashtext(made_shows.source_id || ':' || sequence) & 4095) / 4096.0, 2.5))`.execute(db)
  await sql`
    UPDATE shows SET setlist_revision_id = revision.id
    FROM setlist_revisions AS revision
    WHERE revision.show_id = shows.id AND shows.source_id LIKE 'past-%'`.execute(db)
  await sql`ANALYZE`.execute(db)
}
