import { packPicks, unpackPicks } from '@called-it/shared/game/bulk/packed-picks'
import type { MergedSongs } from '@called-it/shared/game/merged-songs'
import type { Points } from '@called-it/shared/game/points'
import { scorePrediction } from '@called-it/shared/game/scoring'
import type { Picks } from '@called-it/shared/game/setlist'
import { sql } from 'kysely'
import type { Database, DatabaseTransaction } from '../../client.ts'
import { SYSTEM_PLAYERS } from '../../schema/chances.ts'
import { getActualSetlist } from '../catalogue/setlists.ts'
import { LISTED_SHOW, LOCKS_AT, PICKS_ARE_PUBLIC, SHOW_ORDER, TAKES_PICKS } from '../catalogue/shows.ts'
import { PREDICTION_COUNT } from '../predictions/predictions.ts'

/** The machine first. */
export async function listSystemCards(db: Database, showId: number) {
  const rows = await db
    .selectFrom('system_predictions')
    .innerJoin('system_players', 'system_players.id', 'player')
    .select(['player', 'name', 'picks', 'score as total', 'better_players as beaten_by'])
    .where('show_id', '=', showId)
    .orderBy('player')
    .execute()
  return rows.map(({ picks, ...row }) => ({ ...row, picks: unpackPicks(picks) }))
}

type SystemPlayer = keyof typeof SYSTEM_PLAYERS

/** In place of the one before, without points. */
export async function storeSystemCard(
  trx: DatabaseTransaction,
  showId: number,
  player: SystemPlayer,
  picks: Picks,
): Promise<void> {
  await deleteSystemCard(trx, showId, player)
  await trx
    .insertInto('system_predictions')
    .values({ show_id: showId, player: SYSTEM_PLAYERS[player], picks: Buffer.from(packPicks(picks)) })
    .execute()
}

export async function deleteSystemCard(
  trx: DatabaseTransaction,
  showId: number,
  player: SystemPlayer,
): Promise<void> {
  await trx
    .deleteFrom('system_predictions')
    .where('show_id', '=', showId)
    .where('player', '=', SYSTEM_PLAYERS[player])
    .execute()
}

type Scored = { scoreSetId: number; revisionId: number; points: Points; merged: MergedSongs }

/** Scores the cards of the machine and the crowd, and counts the players with more points. */
export async function scoreSystemCards(
  trx: DatabaseTransaction,
  showId: number,
  { scoreSetId, revisionId, points, merged }: Scored,
): Promise<void> {
  const cards = await listSystemCards(trx, showId)
  if (cards.length === 0) return
  const actual = await getActualSetlist(trx, revisionId)
  for (const { player, picks } of cards) {
    const { total } = scorePrediction(picks, actual, merged, null, points)
    await trx
      .updateTable('system_predictions')
      .set(({ selectFrom }) => ({
        score: total,
        better_players: selectFrom('scores')
          .select(({ fn }) => fn.countAll<number>().as('players'))
          .where('score_set_id', '=', scoreSetId)
          .where('total', '>', total),
      }))
      .where('show_id', '=', showId)
      .where('player', '=', player)
      .execute()
  }
}

export async function resetSystemScores(trx: DatabaseTransaction, showIds: readonly number[]): Promise<void> {
  await trx
    .updateTable('system_predictions')
    .set({ score: null, better_players: null })
    .where('show_id', '=', sql<number>`ANY(${showIds}::integer[])`)
    .execute()
}

/** Shows that the machine has picked: those whose picks are public, and the one that locks next, newest first. */
export async function listMachineNights(db: Database) {
  return db
    .selectFrom('system_predictions')
    .innerJoin('shows', 'shows.id', 'show_id')
    .select([
      LISTED_SHOW.as('show'),
      'score_set_id as scoreSetId',
      'score as total',
      'better_players as beaten_by',
      PREDICTION_COUNT.as('players'),
    ])
    .where('player', '=', SYSTEM_PLAYERS.machine)
    .where(
      sql<boolean>`(${PICKS_ARE_PUBLIC}
        OR shows.id = (SELECT id FROM shows WHERE ${TAKES_PICKS} ORDER BY ${LOCKS_AT}, id LIMIT 1))`,
    )
    .orderBy(SHOW_ORDER, 'desc')
    .execute()
}

/** Players with more points than these, the most first. Reads the score set: 20 ms for 100,000 players. */
export async function listBetterPlayers(
  db: Database,
  { scoreSetId, points, limit }: { scoreSetId: number; points: number; limit: number },
) {
  return db
    .selectFrom('scores')
    .select(['user_id as userId', 'total'])
    .where('score_set_id', '=', scoreSetId)
    .where('total', '>', points)
    .orderBy('total', 'desc')
    .orderBy('user_id')
    .limit(limit)
    .execute()
}
