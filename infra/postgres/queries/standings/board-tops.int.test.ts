import { LEADERBOARD_PAGE } from '@called-it/shared/contract/leaderboards'
import { makeUser } from '@called-it/tests/support/factories/accounts'
import { makeTour } from '@called-it/tests/support/factories/catalogue'
import { makeStanding } from '@called-it/tests/support/factories/scores'
import { databaseOfFile } from '@called-it/tests/support/test-database'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { findBoardTops, updateBoardTops } from './board-tops.ts'
import { listBoard } from './standings.ts'

const postgres = await databaseOfFile()

async function addPlayer(board: number, total: number): Promise<number> {
  const { id } = await makeUser(postgres.db)
  await makeStanding(postgres.db, { board, user_id: id, total, best: total, shows: 1 })
  return id
}

/** A board with its leading players listed. */
async function makeListedBoard(totals: readonly number[]): Promise<{ board: number; players: number[] }> {
  const { id: board } = await makeTour(postgres.db)
  const players = []
  for (const total of totals) players.push(await addPlayer(board, total))
  await postgres.db.transaction().execute((trx) => updateBoardTops(trx, [board]))
  return { board, players }
}

test('lists the leading players down to a total', async () => {
  const { board, players } = await makeListedBoard([30, 10, 20, 20])
  expect((await findBoardTops(postgres.db, board, 20))?.sort()).toEqual(
    [players[0], players[2], players[3]].sort(),
  )
  expect(await findBoardTops(postgres.db, board, 0)).toHaveLength(4)
  const { rows } = await listBoard(postgres.db, board, { limit: 2 })
  expect(rows.map(({ total }) => total)).toEqual([30, 20])
})

test('detects an outdated list and still returns the right page', async () => {
  const { board } = await makeListedBoard([30, 20, 10])
  const newcomer = await addPlayer(board, 25)
  expect(await findBoardTops(postgres.db, board, 20)).toBeNull()
  expect(await findBoardTops(postgres.db, board, 30)).toHaveLength(1)
  const { rows } = await listBoard(postgres.db, board, { limit: 2 })
  expect(rows[1]?.userId).toBe(newcomer)
  await postgres.db.transaction().execute((trx) => updateBoardTops(trx, [board]))
  expect(await findBoardTops(postgres.db, board, 20)).toHaveLength(3)
})

test('lists each of several boards down to its own total', async () => {
  const high = await makeListedBoard(
    Array.from({ length: LEADERBOARD_PAGE.max + 5 }, (_, index) => 500 + index),
  )
  const low = await makeListedBoard([7, 5])
  await postgres.db.deleteFrom('board_tops').execute()
  const boards = [high.board, low.board]
  await postgres.db.transaction().execute((trx) => updateBoardTops(trx, boards))
  const listed = await postgres.db.selectFrom('board_tops').selectAll().orderBy('board').execute()
  expect(listed.map(({ board, user_ids }) => [board, user_ids.length])).toEqual([
    [high.board, LEADERBOARD_PAGE.max + 1],
    [low.board, 2],
  ])
  expect(await findBoardTops(postgres.db, low.board, 5)).toHaveLength(2)
})

test('keeps but ignores the old list when too many players are tied', async () => {
  const { board } = await makeListedBoard([9, 1])
  await postgres.db
    .insertInto('standings')
    .columns(['board', 'user_id', 'total', 'shows', 'best'])
    .expression(sql`SELECT ${board}::integer, 3000000 + n, 9, 1, 9 FROM generate_series(1, 5001) AS n`)
    .execute()
  await postgres.db
    .updateTable('standings_histogram')
    .set({ players: 5_002 })
    .where('board', '=', board)
    .where('total', '=', 9)
    .execute()
  await postgres.db.transaction().execute((trx) => updateBoardTops(trx, [board]))
  expect(await findBoardTops(postgres.db, board, 9)).toBeNull()
})
