import { setImmediate as nextTurn } from 'node:timers/promises'
import type { NamedPlayer } from '@called-it/shared/contract/players'
import { PickCounter } from '@called-it/shared/game/bulk/pick-counter'
import type { PickCounts } from '@called-it/shared/game/crowd'
import type { MergedSongs } from '@called-it/shared/game/merged-songs'
import { sql } from 'kysely'
import type { Database } from '../../client.ts'
import { PICKS_ARE_PUBLIC } from '../catalogue/shows.ts'
import { NAMED_PLAYER } from '../players/players.ts'
import { type Prediction, selectPredictions, withPicks } from './predictions.ts'

export type PublicPrediction = Pick<Prediction, 'id' | 'picks' | 'score'> & {
  /** Null for a deleted user, and for one who does not show the picks under the name. */
  player: NamedPlayer | null
}

type Page = { after: number; limit: number }

/** Predictions of a show by id; none unless its picks are public at the time of the query. */
export async function listPublicPredictions(
  db: Database,
  showId: number,
  { after, limit }: Page,
): Promise<PublicPrediction[]> {
  const rows = await selectPredictions(db)
    .leftJoin('users', (join) =>
      join
        .onRef('users.id', '=', 'predictions.user_id')
        .on('users.shows_picks', '=', true)
        .on('users.deleted_at', 'is', null),
    )
    .leftJoin('avatars', 'avatars.user_id', 'users.id')
    .select(sql<NamedPlayer | null>`CASE WHEN users.id IS NOT NULL THEN ${NAMED_PLAYER} END`.as('player'))
    .where('predictions.show_id', '=', showId)
    .where('predictions.id', '>', after)
    .where(PICKS_ARE_PUBLIC)
    .orderBy('predictions.id')
    .limit(limit)
    .execute()
  return rows.map(withPicks)
}

/** The packed picks of a page of predictions, in no order, under the same condition. */
export async function findPackedPicks(
  db: Database,
  showId: number,
  { after, limit }: Page,
): Promise<{ packed: Buffer; last: number } | null> {
  const { rows } = await sql<{ packed: Buffer | null; last: number | null }>`
    SELECT string_agg(page.picks, ''::bytea) AS packed, max(page.id) AS last
    FROM (
      SELECT predictions.id, predictions.picks
      FROM predictions JOIN shows ON shows.id = predictions.show_id
      WHERE predictions.show_id = ${showId} AND predictions.id > ${after} AND ${PICKS_ARE_PUBLIC}
      ORDER BY predictions.id
      LIMIT ${limit}
    ) AS page`.execute(db)
  const [page] = rows
  return page?.packed && page.last !== null ? { packed: page.packed, last: page.last } : null
}

/** Postgres reads a slice in 5 ms. The same counts in one statement take 830 ms for 100,000 predictions. */
const SLICE = 10_000

/** The picks of the show have to be public. Other work gets a turn between two slices. */
export async function getPickCounts(
  db: Database,
  showId: number,
  { merged, slice = SLICE }: { merged: MergedSongs; slice?: number | undefined },
): Promise<PickCounts> {
  const counter = new PickCounter(merged)
  for (let after = 0; ; ) {
    const page = await findPackedPicks(db, showId, { after, limit: slice })
    if (!page) return counter.counts()
    counter.add(page.packed)
    after = page.last
    await nextTurn()
  }
}
