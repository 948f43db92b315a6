import { bumpTopicVersions } from '@called-it/infra/postgres/queries/events/topic-versions'
import { topics } from '@called-it/shared/contract/events'
import { GLOBAL_BOARD, type LeaderboardEntry } from '@called-it/shared/contract/leaderboards'
import { changeUser, makeUser } from '@called-it/tests/support/factories/accounts'
import { makeTour } from '@called-it/tests/support/factories/catalogue'
import { makeStanding } from '@called-it/tests/support/factories/scores'
import { gatewayOfFile } from '@called-it/tests/support/gateway/start-gateway'
import { pino } from 'pino'
import { expect, test, vi } from 'vitest'
import { readAround } from './around.ts'
import { type BoardOrders, openBoardOrders } from './board-orders.ts'
import { readBoard, readOwnScore } from './service.ts'

const PLAYERS = 20
const NOBODY = { rows: [], followed: [] }
const log = pino({ enabled: false })

const gateway = await gatewayOfFile()
const { db } = gateway.postgres

/** Three players have each total. */
async function fillBoard(board: number): Promise<LeaderboardEntry[]> {
  for (let index = 0; index < PLAYERS; index += 1) {
    const user = await makeUser(db, { displayName: `Player ${index}` })
    const total = 10 + Math.floor(index / 3)
    await makeStanding(db, { board, user_id: user.id, total, best: total, shows: 1 })
  }
  await db.transaction().execute((trx) => bumpTopicVersions(trx, [topics.board(board)]))
  const page = await readBoard({ db, orders: null }, board, { limit: 100, after: null })
  return page.leaderboard
}

test.each([
  ['memory', 1],
  ['Postgres', 1_000],
])('returns three rows above and below every player, from %s', async (_from, largeFrom) => {
  const { id: board } = await makeTour(db)
  const all = await fillBoard(board)
  const orders = openBoardOrders(db, log, { largeFrom })
  for (const [place, { userId }] of all.entries()) {
    const { rows } = await readAround({ db, orders }, board, userId)
    expect(rows).toEqual(all.slice(Math.max(0, place - 3), place + 4))
  }
  const { id } = await makeUser(db)
  expect(await readAround({ db, orders }, board, id)).toEqual(NOBODY)
})

test.each([
  ['memory', 1],
  ['Postgres', 1_000],
])('returns followed players in their place, from %s', async (_from, largeFrom) => {
  const { id: board } = await makeTour(db)
  const all = await fillBoard(board)
  const [own, near, far, suspended] = [all[10], all[12], all[19], all[0]]
  if (!own || !near || !far || !suspended) return expect.unreachable()
  const orders = openBoardOrders(db, log, { largeFrom })
  const watcher = await makeUser(db)
  for (const user_id of [own.userId, watcher.id]) {
    const followed = [far.userId, near.userId, suspended.userId, (await makeUser(db)).id]
    const rows = followed.map((followed_user_id) => ({ user_id, followed_user_id }))
    await db.insertInto('follows').values(rows).execute()
  }
  const suspension = { suspended_at: new Date() }
  await changeUser(db, suspended.userId, suspension)
  const { rows, followed } = await readAround({ db, orders }, board, own.userId)
  expect(rows).toEqual([...all.slice(7, 14), far])
  expect(new Set(followed)).toEqual(new Set([near.userId, far.userId]))
  expect((await readAround({ db, orders }, board, watcher.id)).rows).toEqual([near, far])
  expect((await readAround({ db, orders }, board, near.userId)).followed).toEqual([])
})

test('waits for the order of a large board instead of reading the board itself', async () => {
  const { id: board } = await makeTour(db)
  const [first] = await fillBoard(board)
  if (!first) return expect.unreachable()
  const known = openBoardOrders(db, log, { largeFrom: 1 })
  const state = { version: 1, players: PLAYERS }
  await expect.poll(() => known.find(board, state)).not.toBeNull()
  const read = Promise.withResolvers<void>()
  const find = vi.fn<BoardOrders['find']>().mockReturnValueOnce(null).mockImplementation(known.find)
  const reading = vi.fn(() => read.promise)
  const around = readAround({ db, orders: { find, reading } }, board, first.userId)
  await expect.poll(() => reading).toHaveBeenCalled()
  // A request that does not wait is done by then.
  expect(await Promise.race([around, readOwnScore(db, board, first.userId).then(() => 'waits')])).toBe(
    'waits',
  )
  read.resolve()
  expect((await around).rows[0]).toEqual(first)
  expect(find).toHaveBeenCalledTimes(2)
})

test('is empty without a score, on the global board and on a tour', async () => {
  const tour = await makeTour(db)
  const all = await fillBoard(GLOBAL_BOARD)
  const [first] = all
  if (!first) return expect.unreachable()
  const paths = ['score/around', `tours/${tour.id}/score/around`].map((path) => `/api/users/current/${path}`)
  const read = async (user: { id: number }) => {
    const as = await gateway.loginAs(user)
    return Promise.all(paths.map(async (path) => (await gateway.send('GET', path, { as })).json))
  }
  expect(await read({ id: first.userId })).toEqual([{ rows: all.slice(0, 4), followed: [] }, NOBODY])
  expect(await read(await makeUser(db))).toEqual([NOBODY, NOBODY])
})
