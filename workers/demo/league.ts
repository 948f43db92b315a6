import type { DatabaseTransaction } from '@called-it/infra/postgres/client'
import { insertLeagueMembers } from '@called-it/infra/postgres/queries/leagues/league-members'
import { insertLeague } from '@called-it/infra/postgres/queries/leagues/leagues'
import type { DemoPlayer } from './players.ts'

const FANS = 12

/** A league of the visitor's account with some of the fans. */
export async function makeDemoLeague(
  trx: DatabaseTransaction,
  players: readonly DemoPlayer[],
): Promise<void> {
  const owner = players.find(({ isAccount }) => isAccount)
  if (!owner) return
  const league = { name: 'The Back Row', tour_id: null, counts_from: 'all', drop_worst: 2 } as const
  const leagueId = await insertLeague(trx, league, owner.userId)
  const fans = players.filter(({ isAccount }) => !isAccount).slice(0, FANS)
  await insertLeagueMembers(
    trx,
    leagueId,
    fans.map(({ userId }) => userId),
  )
}
