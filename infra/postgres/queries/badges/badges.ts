import type { Badge } from '@called-it/shared/game/badges'
import { FEATS, type NightFeats } from '@called-it/shared/game/feats'
import type { SongId } from '@called-it/shared/game/setlist'
import { sql } from 'kysely'
import type { Database, DatabaseTransaction } from '../../client.ts'
import { SYSTEM_PLAYERS } from '../../schema/chances.ts'
import { IS_PAST, SHOW_ORDER } from '../catalogue/shows.ts'
import { mergedSongs } from '../catalogue/song-merges.ts'
import { TOURS_OVER } from '../catalogue/tours.ts'
import { tryShareBadges } from '../work/advisory-locks.ts'
import { insertJobs } from '../work/outbox.ts'

const BADGES_OF_COUNTS = {
  'first-show': 1,
  'shows-5': 5,
  'shows-10': 10,
  'shows-25': 25,
} as const satisfies {
  [badge in Badge]?: number
}
const FEATS_TABLE = sql.join(FEATS.map((feat, bit) => sql`(${feat}::text, ${1 << bit}::integer)`))
const COUNTS_TABLE = sql.join(
  Object.entries(BADGES_OF_COUNTS).map(([badge, shows]) => sql`(${badge}::text, ${shows}::integer)`),
)
const MIN_TOUR_SHOWS = 3
const MEMORY = '64MB'

/**
 * Computes everybody's badges again from scores and feats, and stores what has changed. By the order of shows: a badge
 * names the show where it was earned first. Two million scores take 5 s.
 */
export async function updateBadges(trx: DatabaseTransaction): Promise<void> {
  // Without statistics of new rows the planner would look each up.
  await sql`SET LOCAL enable_nestloop = off`.execute(trx)
  await sql`SET LOCAL enable_sort = on`.execute(trx)
  await sql`SET LOCAL work_mem = ${sql.lit(MEMORY)}`.execute(trx)
  await sql`
    WITH scored AS MATERIALIZED (
      SELECT id AS show_id, score_set_id, tour_id, row_number() OVER (ORDER BY ${SHOW_ORDER})::integer AS number
      FROM shows WHERE is_scored
    ),
    cards AS (
      SELECT user_id, number, row_number() OVER in_order AS shows, number - lag(number, 4) OVER in_order AS span
      FROM scores JOIN scored USING (score_set_id)
      WINDOW in_order AS (PARTITION BY user_id ORDER BY number)
    ),
    tours AS (
      SELECT user_id, count(*) = tour.shows AS is_whole, min(total) > 0 AS is_never_zero
      FROM scores JOIN scored USING (score_set_id) JOIN (${TOURS_OVER}) AS tour USING (tour_id)
      GROUP BY user_id, tour_id, tour.shows
      HAVING count(*) >= ${MIN_TOUR_SHOWS}
    ),
    earned AS (
      SELECT user_id, badge, number
      FROM cards JOIN (VALUES ${COUNTS_TABLE}) AS counts (badge, shows) USING (shows)
      UNION ALL
      SELECT user_id, 'five-in-a-row', min(number) FROM cards WHERE span = 4 GROUP BY user_id
      UNION ALL
      SELECT user_id, feat.badge, min(number)
      FROM night_feats JOIN scored USING (show_id) JOIN (VALUES ${FEATS_TABLE}) AS feat (badge, bit) ON feats & bit <> 0
      GROUP BY user_id, feat.badge
      UNION ALL
      SELECT user_id, 'whole-tour', NULL FROM tours GROUP BY user_id HAVING bool_or(is_whole)
      UNION ALL
      SELECT user_id, 'never-zero', NULL FROM tours GROUP BY user_id HAVING bool_or(is_never_zero)
    )
    MERGE INTO badges AS stored
    USING (
      SELECT user_id, badge, show_id
      FROM earned LEFT JOIN scored USING (number) JOIN users ON users.id = user_id
      WHERE users.deleted_at IS NULL
    ) AS computed
    ON stored.user_id = computed.user_id AND stored.badge = computed.badge
    WHEN MATCHED AND stored.show_id IS DISTINCT FROM computed.show_id THEN UPDATE SET show_id = computed.show_id
    WHEN NOT MATCHED THEN INSERT (user_id, badge, show_id) VALUES (computed.user_id, computed.badge, computed.show_id)
    WHEN NOT MATCHED BY SOURCE THEN DELETE`.execute(trx)
}

/**
 * While badges are computed, which locks rows for 5 s to minutes, it leaves those of the user to the job that follows:
 * no deletion of a profile waits so long.
 */
export async function deleteBadges(trx: DatabaseTransaction, userId: number): Promise<void> {
  if (!(await tryShareBadges(trx))) return enqueueTourBadges(trx)
  await trx.deleteFrom('badges').where('user_id', '=', userId).execute()
}

/** At once. */
const MAX_JOBS = 10

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
    LIMIT ${MAX_JOBS}
    FOR UPDATE OF outbox SKIP LOCKED`.execute(trx)
  return rows
}

export type ScoredNight = {
  revisionId: number
  pointsVersion: number
  players: number
  bestTotal: number
  machineTotal: number | null
}

/** Null for a show without scores. */
export async function findScoredNight(db: Database, showId: number): Promise<ScoredNight | null> {
  const { rows } = await sql<ScoredNight>`
    SELECT score_sets.revision_id AS "revisionId", score_sets.points_version AS "pointsVersion", scored.*,
      (SELECT score FROM system_predictions
        WHERE show_id = shows.id AND player = ${SYSTEM_PLAYERS.machine}) AS "machineTotal"
    FROM shows
      JOIN score_sets ON score_sets.id = shows.score_set_id,
      LATERAL (SELECT count(*)::integer AS players, coalesce(max(total), 0)::integer AS "bestTotal"
        FROM scores WHERE score_set_id = shows.score_set_id) AS scored
    WHERE shows.id = ${showId}`.execute(db)
  return rows[0] ?? null
}

/** How many past shows lie between a show and the last one before with each song of its setlist. */
export async function listGapsBefore(
  db: Database,
  { showId, revisionId }: { showId: number; revisionId: number },
): Promise<ReadonlyMap<SongId, number>> {
  const { rows } = await sql<{ song: number; gap: number }>`
    WITH RECURSIVE ${mergedSongs()},
    past AS (
      SELECT setlist_revision_id AS revision_id, row_number() OVER (ORDER BY ${SHOW_ORDER} DESC) - 1 AS gap
      FROM shows JOIN (SELECT ${SHOW_ORDER} AS place FROM shows WHERE id = ${showId}) AS this_show
        ON ${SHOW_ORDER} < this_show.place
      WHERE ${IS_PAST}
    ),
    played AS (
      SELECT DISTINCT coalesce(merged_songs.song_id, performances.song_id) AS song
      FROM performances LEFT JOIN merged_songs ON merged_songs.id = performances.song_id
      WHERE performances.revision_id = ${revisionId}
    ),
    same_songs AS (
      SELECT song, song AS id FROM played
      UNION ALL SELECT song_id, id FROM merged_songs WHERE song_id IN (SELECT song FROM played)
    )
    SELECT song, min(past.gap)::integer AS gap
    FROM same_songs
      JOIN performances ON performances.song_id = same_songs.id
      JOIN past USING (revision_id)
    GROUP BY song`.execute(db)
  return new Map(rows.map(({ song, gap }) => [song, gap]))
}

/** Deleted users get none. */
export async function insertNightFeats(
  trx: DatabaseTransaction,
  showId: number,
  { userIds, found }: { userIds: readonly number[]; found: readonly NightFeats[] },
): Promise<void> {
  await sql`
    INSERT INTO night_feats (show_id, user_id, feats, rarest_song, rarest_gap)
    SELECT ${showId}, given.*
    FROM unnest(${userIds}::integer[], ${found.map(({ feats }) => feats)}::smallint[],
        ${found.map(({ rarest }) => rarest?.song ?? null)}::integer[],
        ${found.map(({ rarest }) => rarest?.gap ?? null)}::integer[]) AS given (user_id)
      JOIN users ON users.id = user_id AND users.deleted_at IS NULL`.execute(trx)
}

export async function deleteFeatsOfShow(trx: DatabaseTransaction, showId: number): Promise<void> {
  await trx.deleteFrom('night_feats').where('show_id', '=', showId).execute()
}

/** Leaves them to a job where `deleteBadges` does. */
export async function deleteFeats(trx: DatabaseTransaction, userId: number): Promise<void> {
  if (!(await tryShareBadges(trx))) return enqueueTourBadges(trx)
  await trx.deleteFrom('night_feats').where('user_id', '=', userId).execute()
}

export async function deleteFeatsOfDeletedUsers(trx: DatabaseTransaction): Promise<void> {
  await sql`DELETE FROM night_feats USING users WHERE users.id = user_id AND users.deleted_at IS NOT NULL`.execute(
    trx,
  )
}
