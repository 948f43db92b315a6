import type { ListedShow } from '@called-it/shared/contract/chances'
import { sql } from 'kysely'
import type { Database } from '../../client.ts'
import { SYSTEM_PLAYERS } from '../../schema/chances.ts'
import { LISTED_SHOW } from '../catalogue/listed-show.ts'
import { LOCKS_AT, PICKS_ARE_PUBLIC, SHOW_ORDER, TAKES_PICKS } from '../catalogue/shows.ts'
import { PREDICTION_COUNT } from '../predictions/predictions.ts'

/** A show that the machine has picked. */
export type MachineNight = {
  show: ListedShow
  /** Null until the show is scored. */
  scoreSetId: number | null
  score: number | null
  betterPlayers: number | null
  players: number
}

/** Those whose picks are public, and the one that locks next, newest first. */
export async function listMachineNights(db: Database): Promise<MachineNight[]> {
  return db
    .selectFrom('system_predictions')
    .innerJoin('shows', 'shows.id', 'show_id')
    .select([
      LISTED_SHOW.as('show'),
      'score_set_id as scoreSetId',
      'score',
      'better_players as betterPlayers',
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

export type BetterPlayer = { userId: number; total: number }

/** Players with more points than these, the most first. Reads the score set: 20 ms for 100,000 players. */
export async function listBetterPlayers(
  db: Database,
  { scoreSetId, points, limit }: { scoreSetId: number; points: number; limit: number },
): Promise<BetterPlayer[]> {
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
