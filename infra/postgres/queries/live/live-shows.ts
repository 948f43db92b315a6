import { PACKED_PICKS_BYTES } from '@called-it/shared/game/bulk/packed-picks'
import type { OpenSet } from '@called-it/shared/game/setlist'
import { sql } from 'kysely'
import type { Database, Postgres } from '../../client.ts'
import { LOCKS_AT, PICKS_ARE_PUBLIC } from '../catalogue/shows.ts'
import { copyPicks } from '../standings/score-copy.ts'

/** What the live board of a show is computed from, beside the predictions and the merged songs. */
export type LiveShowState = {
  showId: number
  arePicksPublic: boolean
  /** To the microsecond. Another one means other predictions: the show was open meanwhile. */
  lock: string
  isScored: boolean
  /** 0 without a setlist. */
  revision: number
  revisionId: number | null
  openSet: OpenSet
  tourId: number | null
  /** The version of the tour's board; 0 if it never changed. */
  tourVersion: number
}

export async function listLiveShowStates(db: Database, showIds: readonly number[]): Promise<LiveShowState[]> {
  return db
    .selectFrom('shows')
    .leftJoin('setlist_revisions as revision', 'revision.id', 'shows.setlist_revision_id')
    .leftJoin('topic_versions', (join) =>
      join.on('topic_versions.topic', '=', sql<string>`'board:' || shows.tour_id`),
    )
    .select([
      'shows.id as showId',
      PICKS_ARE_PUBLIC.as('arePicksPublic'),
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
