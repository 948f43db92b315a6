import { changeAndPublish } from '@called-it/infra/live/change'
import type { DatabaseTransaction } from '@called-it/infra/postgres/client'
import { GLOBAL_BOARD, LEADERBOARD_PAGE } from '@called-it/shared/contract/leaderboards'
import { topics } from '@called-it/shared/contract/live'
import { makeStanding, makeUser } from '@called-it/tests/support/factories'
import { BoardFollower } from '@called-it/tests/support/realtime/board-follower'
import { lostPublisher, type TestGateway } from '@called-it/tests/support/realtime/open-gateway'
import { RECONNECTED, setUpGateways } from '@called-it/tests/support/realtime/set-up-gateways'
import { sql } from 'kysely'
import { expect, test, vi } from 'vitest'
import { readBoard } from '../features/leaderboards/service.ts'
import type { BoardPage } from './feeds/board-feed.ts'

const gateways = setUpGateways()

/** Few totals, so that rows often change back to an earlier value. */
const TOTALS = [0, 10, 20]

function anyOf<T>(choices: readonly T[]): T {
  const choice = choices[Math.floor(Math.random() * choices.length)]
  if (choice === undefined) throw new Error('no choices')
  return choice
}

/** Moves a player or removes them from the board; the events of some changes are lost. */
function changeAnyPlayer(playerIds: readonly number[]): Promise<void> {
  const publisher = Math.random() < 0.3 ? lostPublisher : gateways.publisher
  return changeAndPublish(gateways.place.db, publisher, async (trx, changed) => {
    changed.add(topics.board(GLOBAL_BOARD))
    const userId = anyOf(playerIds)
    await removeStanding(trx, userId)
    if (Math.random() < 0.2) return
    const total = anyOf(TOTALS)
    await makeStanding(trx, { board: GLOBAL_BOARD, user_id: userId, total, shows: 1, best: total })
  })
}

async function removeStanding(trx: DatabaseTransaction, userId: number): Promise<void> {
  // The lock of every change of standings.
  await sql`SELECT pg_advisory_xact_lock(1)`.execute(trx)
  const gone = await trx
    .deleteFrom('standings')
    .where('board', '=', GLOBAL_BOARD)
    .where('user_id', '=', userId)
    .returning('total')
    .executeTakeFirst()
  if (!gone) return
  await trx
    .updateTable('standings_histogram')
    .set((eb) => ({ players: eb('players', '-', 1) }))
    .where('board', '=', GLOBAL_BOARD)
    .where('total', '=', gone.total)
    .execute()
}

async function firstPage(): Promise<BoardPage> {
  const page = { limit: LEADERBOARD_PAGE.size, after: null }
  const { leaderboard, total, version } = await readBoard(
    { db: gateways.place.db, orders: null },
    GLOBAL_BOARD,
    page,
  )
  return { leaderboard, total, version }
}

/** Opens a page: connects, then fetches. */
async function follow(gateway: TestGateway): Promise<BoardFollower> {
  const follower = new BoardFollower()
  const { socket } = await gateways.connect(gateway)
  socket.on('leaderboard:changed', (event) => follower.receive(event))
  follower.request(await firstPage())
  follower.receiveResponse()
  return follower
}

test('brings pages that connect at any moment to the current board despite lost events', async () => {
  const [one, two] = [await gateways.open(), await gateways.open()]
  const players = await Promise.all(Array.from({ length: 12 }, () => makeUser(gateways.place.db)))
  const playerIds = players.map(({ id }) => id)
  const followers: BoardFollower[] = []
  for (let round = 0; round < 12; round += 1) {
    const [follower] = await Promise.all([
      follow(round % 2 === 0 ? one : two),
      changeAnyPlayer(playerIds),
      changeAnyPlayer(playerIds),
      changeAnyPlayer(playerIds),
    ])
    followers.push(follower)
  }
  for (const { clock } of [one, two]) clock.advance(1_000)
  const current = await firstPage()
  await vi.waitFor(() => {
    for (const { held } of followers) expect(held?.version).toBe(current.version)
  }, RECONNECTED)
  for (const { held, gaps } of followers) expect({ held, gaps }).toEqual({ held: current, gaps: 0 })
})
