import { LEADERBOARD_PAGE } from '@called-it/shared/contract/leaderboards'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeStanding, makeTour, makeUser } from '../../factories.ts'
import { createTestDatabase, type TestDatabase } from '../../test-database.ts'
import { findBoardTops, updateBoardTops } from './board-tops.ts'
import { listBoard } from './standings.ts'

let postgres: TestDatabase

beforeAll(async () => {
  postgres = await createTestDatabase()
})
afterAll(() => postgres.drop())

async function addPlayer(board: number, total: number): Promise<number> {
  const { id } = await makeUser(postgres.db)
  await makeStanding(postgres.db, { board, user_id: id, total, best: total, shows: 1 })
  return id
}

/** A board whose leaders are listed. */
async function makeListedBoard(totals: readonly number[]): Promise<{ board: number; players: number[] }> {
  const { id: board } = await makeTour(postgres.db)
  const players = []
  for (const total of totals) players.push(await addPlayer(board, total))
  await postgres.db.transaction().execute((trx) => updateBoardTops(trx, [board]))
  return { board, players }
}

test('who leads a board is known, down to a total', async () => {
  const { board, players } = await makeListedBoard([30, 10, 20, 20])
  expect((await findBoardTops(postgres.db, board, 20))?.sort()).toEqual(
    [players[0], players[2], players[3]].sort(),
  )
  expect(await findBoardTops(postgres.db, board, 0)).toHaveLength(4)
  const { rows } = await listBoard(postgres.db, board, { limit: 2 })
  expect(rows.map(({ total }) => total)).toEqual([30, 20])
})

test('somebody new among them makes the list useless, and the page is right all the same', async () => {
  const { board } = await makeListedBoard([30, 20, 10])
  const newcomer = await addPlayer(board, 25)
  expect(await findBoardTops(postgres.db, board, 20)).toBeNull()
  expect(await findBoardTops(postgres.db, board, 30)).toHaveLength(1)
  const { rows } = await listBoard(postgres.db, board, { limit: 2 })
  expect(rows[1]?.userId).toBe(newcomer)
  await postgres.db.transaction().execute((trx) => updateBoardTops(trx, [board]))
  expect(await findBoardTops(postgres.db, board, 20)).toHaveLength(3)
})

test('a board without a list, or without players, has none', async () => {
  const { board } = await makeListedBoard([])
  expect(await findBoardTops(postgres.db, board, 0)).toBeNull()
  await addPlayer(board, 10)
  expect(await findBoardTops(postgres.db, board, 0)).toBeNull()
})

test('boards that move together each have a list of their own, down to their own totals', async () => {
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

test('no board at all needs no list', async () => {
  await postgres.db.transaction().execute((trx) => updateBoardTops(trx, []))
})

test('where too many are level at the top, the last list stays, and is known to be of no use', async () => {
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

test('the list goes as far as the largest page', async () => {
  const totals = Array.from({ length: LEADERBOARD_PAGE.max + 20 }, (_, index) => index)
  const { board } = await makeListedBoard(totals)
  const { rows, next } = await listBoard(postgres.db, board, { limit: LEADERBOARD_PAGE.max })
  expect(rows).toHaveLength(LEADERBOARD_PAGE.max)
  expect(next).not.toBeNull()
  expect(await findBoardTops(postgres.db, board, 19)).toHaveLength(LEADERBOARD_PAGE.max + 1)
  expect(await findBoardTops(postgres.db, board, 18)).toBeNull()
})
