import { sql } from 'kysely'
import type { DatabaseTransaction } from '../../client.ts'
import { SHOW_ORDER } from '../catalogue/shows.ts'
import { mergedSongs } from '../catalogue/song-merges.ts'
import { insertJobs } from '../work/outbox.ts'

/** At once. */
const MAX_SHOWS = 10

/**
 * Enqueues the badges after the scores or setlists of shows, or the shows of their tours, have changed: for these
 * shows, and for the next scored one with each of their songs, whose gap may be another. A job that waits will see the
 * change; one that runs may not.
 */
export async function enqueueBadges(trx: DatabaseTransaction, showIds: readonly number[]): Promise<void> {
  const { rows } = await sql<{ showId: number }>`
    WITH RECURSIVE ${mergedSongs()},
    changed AS (
      SELECT DISTINCT shows.id, shows.showdate, ${SHOW_ORDER} AS place,
        coalesce(merged_songs.song_id, performances.song_id) AS song
      FROM shows
        JOIN setlist_revisions ON setlist_revisions.show_id = shows.id
        JOIN performances ON performances.revision_id = setlist_revisions.id
        LEFT JOIN merged_songs ON merged_songs.id = performances.song_id
      WHERE shows.id = ANY(${showIds}::integer[])
    ),
    scored AS (
      SELECT shows.id, ${SHOW_ORDER} AS place, coalesce(merged_songs.song_id, performances.song_id) AS song
      FROM shows
        JOIN performances ON performances.revision_id = shows.setlist_revision_id
        LEFT JOIN merged_songs ON merged_songs.id = performances.song_id
      WHERE shows.is_scored AND shows.showdate >= (SELECT min(showdate) FROM changed)
    ),
    concerned AS (
      SELECT unnest(${showIds}::integer[]) AS id
      UNION
      (SELECT DISTINCT ON (changed.id, song) scored.id
      FROM changed JOIN scored USING (song)
      WHERE scored.place > changed.place
      ORDER BY changed.id, song, scored.place)
    ),
    waiting AS (
      -- Each starts after this transaction, which locks it.
      SELECT payload FROM outbox
      WHERE job = 'award-badges' AND done_at IS NULL AND dead_at IS NULL
        AND payload IN (SELECT jsonb_build_object('showId', id) FROM concerned)
      FOR UPDATE SKIP LOCKED
    )
    SELECT id AS "showId" FROM concerned
    WHERE jsonb_build_object('showId', id) NOT IN (SELECT payload FROM waiting)
    ORDER BY id`.execute(trx)
  await insertJobs(trx, 'award-badges', rows)
}

/** Enqueues the badges after shows may have joined or left tours. */
export async function enqueueTourBadges(trx: DatabaseTransaction): Promise<void> {
  const last = await trx
    .selectFrom('shows')
    .select('id')
    .where('is_scored', '=', true)
    .orderBy(SHOW_ORDER, 'desc')
    .limit(1)
    .executeTakeFirst()
  if (last) await enqueueBadges(trx, [last.id])
}

/** Locks further jobs that wait and have not failed: everybody's badges are computed once for all of them. */
export async function listWaitingBadgeJobsForUpdate(
  trx: DatabaseTransaction,
  outboxId: string,
): Promise<{ outboxId: string; showId: number }[]> {
  const { rows } = await sql<{ outboxId: string; showId: number }>`
    SELECT outbox.id AS "outboxId", shows.id AS "showId"
    FROM outbox JOIN shows ON outbox.payload = jsonb_build_object('showId', shows.id)
    WHERE job = 'award-badges' AND done_at IS NULL AND dead_at IS NULL AND failures = 0 AND outbox.id <> ${outboxId}
    ORDER BY outbox.id
    LIMIT ${MAX_SHOWS}
    FOR UPDATE OF outbox SKIP LOCKED`.execute(trx)
  return rows
}
