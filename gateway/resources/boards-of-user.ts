import type { DatabaseTransaction } from '@called-it/infra/postgres/client'
import { listBoardsOfUser } from '@called-it/infra/postgres/queries/standings/standings'
import { topics } from '@called-it/shared/contract/live'

/** Boards show names and avatars. */
export async function addBoardsOfUser(
  trx: DatabaseTransaction,
  userId: number,
  changed: Set<string>,
): Promise<void> {
  for (const board of await listBoardsOfUser(trx, userId)) changed.add(topics.board(board))
}
