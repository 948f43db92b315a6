import { PACKED_PICKS_BYTES } from '@called-it/shared/game/bulk/packed-picks'
import { sql } from 'kysely'
import type { Database, Postgres } from '../../client.ts'
import { END_OF_TONIGHT, IS_CANCELLED, LOCKS_AT, NOW, PICKS_ARE_PUBLIC } from '../catalogue/shows.ts'
import { copyPicks } from '../standings/scores.ts'

const MINUTES_BEFORE_START = 60

/** For the index by date: the last ones whose night has not ended. */
const IS_RECENT = sql<boolean>`shows.showdate >= (${NOW} AT TIME ZONE 'UTC')::date - 1`

/** From an hour before the start, or from the lock, to the end of the night. */
export const IS_ABOUT_TO_RUN_OR_RUNS = sql<boolean>`
  (${IS_RECENT} AND ${NOW} < ${END_OF_TONIGHT} AND NOT ${IS_CANCELLED}
    AND (
      ${LOCKS_AT} <= ${NOW} OR shows.picks_closed
      OR shows.starts_at <= ${NOW} + make_interval(mins => ${MINUTES_BEFORE_START})
    ))`

/** What the live board of a show is computed from, beside the predictions and the merged songs. */
export type LiveShowState = Awaited<ReturnType<typeof listLiveShowStates>>[number]

export async function listLiveShowStates(db: Database, showIds: readonly number[]) {
  return db
    .selectFrom('shows')
    .leftJoin('setlist_revisions as revision', 'revision.id', 'shows.setlist_revision_id')
    .leftJoin('topic_versions', (join) =>
      join.on('topic_versions.topic', '=', sql<string>`'board:' || shows.tour_id`),
    )
    .select([
      'shows.id as showId',
      PICKS_ARE_PUBLIC.as('arePicksPublic'),
      // To the microsecond. Another one means other predictions: the show was open meanwhile.
      sql<string>`(${LOCKS_AT})::text`.as('lock'),
      'shows.is_scored as isScored',
      sql<number>`coalesce(revision.number, 0)`.as('revision'),
      'revision.id as revisionId',
      'revision.open_set as openSet',
      'shows.tour_id as tourId',
      sql<number>`coalesce(topic_versions.version, 0)`.as('tourVersion'),
    ])
    .where('shows.id', '=', sql<number>`ANY(${showIds}::integer[])`)
    .orderBy('shows.id')
    .execute()
}

export type LivePlayers = {
  readonly userIds: Int32Array
  /** 1 for a player who shows the picks under the name. */
  readonly showsPicks: Uint8Array
  /** One after the other. */
  readonly picks: Uint8Array
}

/**
 * The predictions of a show in the order of its board among equal totals: name, then id.
 *
 * @param count how many are expected
 */
export async function getLivePlayers(
  pool: Postgres['pool'],
  showId: number,
  count: number,
  signal: AbortSignal,
): Promise<LivePlayers> {
  let userIds = new Int32Array(count)
  let picks = new Uint8Array(count * PACKED_PICKS_BYTES)
  let read = 0
  for await (const batch of copyPicks(pool, PLAYERS_OF(showId), signal)) {
    if (read + batch.count > userIds.length) {
      const room = 2 * (read + batch.count)
      userIds = withRoom(userIds, new Int32Array(room))
      picks = withRoom(picks, new Uint8Array(room * PACKED_PICKS_BYTES))
    }
    for (let index = 0; index < batch.count; index++) {
      userIds[read] = batch.userIds[index] ?? 0
      const from = batch.offsets[index] ?? 0
      batch.bytes.copy(picks, read * PACKED_PICKS_BYTES, from, from + PACKED_PICKS_BYTES)
      read++
    }
  }
  const signedIds = userIds.subarray(0, read)
  return {
    userIds: signedIds.map(Math.abs),
    showsPicks: Uint8Array.from(signedIds, (userId) => (userId > 0 ? 1 : 0)),
    picks: picks.subarray(0, read * PACKED_PICKS_BYTES),
  }
}

/** The sign says whether the player shows the picks: COPY's reader knows rows of an id and picks only. */
const PLAYERS_OF = (showId: number) => `
  SELECT CASE WHEN users.shows_picks THEN users.id ELSE -users.id END, predictions.picks
  FROM predictions JOIN users ON users.id = predictions.user_id
  WHERE predictions.show_id = ${showId}
  ORDER BY users.sort_name, users.id`

function withRoom<Numbers extends Int32Array | Uint8Array>(from: Numbers, to: Numbers): Numbers {
  to.set(from)
  return to
}

/** A worker without a heartbeat for so long is replaced. */
const STALE_SECONDS = 1.5

/**
 * Claims the shows that are about to run or run, unless another worker is alive that has them, and renews the claims of
 * this worker. A scored show stays claimed until {@link endClaim}, so that its board is updated once more.
 *
 * @returns the shows that this worker has now
 */
export async function claimLiveShows(db: Database, worker: string): Promise<number[]> {
  const { rows } = await sql<{ showId: number }>`
    INSERT INTO live_claims (show_id, worker, heartbeat_at)
    SELECT shows.id, ${worker}, clock_timestamp()
    FROM shows
    WHERE ${IS_ABOUT_TO_RUN_OR_RUNS}
      AND (NOT shows.is_scored OR EXISTS (SELECT FROM live_claims WHERE live_claims.show_id = shows.id))
    -- In one order, so that two workers never wait for each other.
    ORDER BY shows.id
    ON CONFLICT (show_id) DO UPDATE SET worker = excluded.worker, heartbeat_at = excluded.heartbeat_at
      WHERE live_claims.worker = excluded.worker
        OR live_claims.heartbeat_at <= clock_timestamp() - make_interval(secs => ${STALE_SECONDS})
    RETURNING show_id AS "showId"`.execute(db)
  return rows.map(({ showId }) => showId)
}

/** For a worker that stops: the next one does not wait until the claims are stale. */
export async function releaseClaims(db: Database, worker: string): Promise<void> {
  await db
    .updateTable('live_claims')
    .set({ heartbeat_at: sql<Date>`'-infinity'` })
    .where('worker', '=', worker)
    .execute()
}

/** For a show that is final: nobody claims it again unless its scores are reset. */
export async function endClaim(db: Database, showId: number, worker: string): Promise<void> {
  await db.deleteFrom('live_claims').where('show_id', '=', showId).where('worker', '=', worker).execute()
}
