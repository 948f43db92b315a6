import { bumpTopicVersions } from '@called-it/infra/postgres/queries/events/topic-versions'
import { topics } from '@called-it/shared/contract/events'
import type { Leaderboard } from '@called-it/shared/contract/leaderboards'
import { makeUser } from '@called-it/tests/support/factories/accounts'
import { makeTour } from '@called-it/tests/support/factories/catalogue'
import { makeStanding } from '@called-it/tests/support/factories/scores'
import { databaseOfFile } from '@called-it/tests/support/test-database'
import { pino } from 'pino'
import { expect, test, vi } from 'vitest'
import { type BoardOrders, openBoardOrders } from './board-orders.ts'
import { readBoard, readCursor } from './service.ts'

const log = pino({ enabled: false })
const LIMIT = 4

const postgres = await databaseOfFile()

/** A board with many ties in points, best shows, shows and names. */
async function makeBoard(): Promise<number> {
  const { db } = postgres
  const { id: board } = await makeTour(db)
  for (let index = 0; index < 30; index += 1) {
    const user = await makeUser(db, { displayName: `${index % 2 ? 'Ann' : 'bo'} ${index % 3}` })
    const [total, best] = [10 + (index % 4), 5 + (index % 2)]
    await makeStanding(db, { board, user_id: user.id, total, best, shows: 1 + (index % 3) })
  }
  await db.transaction().execute((trx) => bumpTopicVersions(trx, [topics.board(board)]))
  return board
}

/** Resolves when the order of the board is in memory. */
async function openKnown(board: number, version: number, players = 30): Promise<BoardOrders> {
  const orders = openBoardOrders(postgres.db, log, { largeFrom: 1 })
  await expect.poll(() => orders.find(board, { version, players })).not.toBeNull()
  return orders
}

async function walk(board: number, orders: BoardOrders | null) {
  const read = (after: string | null) =>
    readBoard({ db: postgres.db, orders }, board, {
      limit: LIMIT,
      after: after === null ? null : readCursor(after),
    })
  const pages: Leaderboard[] = [await read(null)]
  for (let next = pages[0]?.next; next; next = pages.at(-1)?.next) pages.push(await read(next))
  return pages
}

test('returns the same pages from memory as from Postgres', async () => {
  const board = await makeBoard()
  const orders = await openKnown(board, 1)
  const find = vi.spyOn(orders, 'find')
  const pages = await walk(board, orders)
  expect(find).toHaveBeenCalledTimes(pages.length - 1)
  expect(find.mock.results.every(({ value }) => value !== null)).toBe(true)
  expect(pages).toEqual(await walk(board, null))
  expect(pages.flatMap(({ leaderboard }) => leaderboard)).toHaveLength(30)
})

test('returns a page after a player who has moved since', async () => {
  const board = await makeBoard()
  const [first] = await walk(board, null)
  const last = first?.leaderboard.at(-1)
  if (!first?.next || !last) expect.unreachable('the board has one page')
  await postgres.db
    .updateTable('standings')
    .set({ total: 1, best: 1 })
    .where('board', '=', board)
    .where('user_id', '=', last.userId)
    .execute()
  await postgres.db.transaction().execute((trx) => bumpTopicVersions(trx, [topics.board(board)]))
  const orders = await openKnown(board, 2)
  const page = { limit: LIMIT, after: readCursor(first.next) }
  const inOrder = await readBoard({ db: postgres.db, orders }, board, page)
  expect(inOrder).toEqual(await readBoard({ db: postgres.db, orders: null }, board, page))
  expect(inOrder.leaderboard).toHaveLength(LIMIT)
})

test('reads the order of each version and number of players of large boards', async () => {
  const board = await makeBoard()
  const orders = await openKnown(board, 1)
  await postgres.db.transaction().execute((trx) => bumpTopicVersions(trx, [topics.board(board)]))
  expect(orders.find(board, { version: 2, players: 30 })).toBeNull()
  await expect.poll(() => orders.find(board, { version: 2, players: 30 })).not.toBeNull()
  expect(orders.find(board, { version: 1, players: 30 })).toBeNull()
  expect(orders.find(board, { version: 2, players: 31 })).toBeNull()
  expect(openBoardOrders(postgres.db, log).find(board, { version: 1, players: 1_999 })).toBeNull()
})
