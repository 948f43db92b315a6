import type { DatabaseTransaction } from '@called-it/infra/postgres/client'
import { listLeagueIds } from '@called-it/infra/postgres/queries/leagues/league-members'
import { listBoardsOfUser } from '@called-it/infra/postgres/queries/standings/standings'
import { topics } from '@called-it/shared/contract/events'

/** Boards and leagues show names and avatars. */
export async function addBoardsOfUser(
  trx: DatabaseTransaction,
  userId: number,
  changed: Set<string>,
): Promise<void> {
  for (const board of await listBoardsOfUser(trx, userId)) changed.add(topics.board(board))
  for (const league of await listLeagueIds(trx, userId)) changed.add(topics.league(league))
}
