import { GLOBAL_BOARD, LEADERBOARD_PAGE } from '@called-it/shared/contract/leaderboards'
import { type BoardEvent, BoardFollower } from '@called-it/tests/support/realtime/board-follower'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type BoardPage, boardFeed } from './board-feed.ts'
import type { Audience } from './feed.ts'

/** Enough players keep their total to fill the page with some that move, so that rows leave it. */
const CHANGING = [1, 2, 3]
const CONSTANT = Array.from({ length: LEADERBOARD_PAGE.size - 1 }, (_, index) => ({
  userId: 10 + index,
  total: 1_000 + index,
}))

/** A board like that of the database: each change increments its version. */
class Board {
  version = 0
  readonly totals = new Map<number, number>()

  change(scores: readonly { userId: number; total: number }[]): void {
    for (const { userId, total } of scores) {
      if (total === 0) this.totals.delete(userId)
      else this.totals.set(userId, total)
    }
    this.version += 1
  }

  page(): BoardPage {
    const players = [...this.totals].sort(([idA, a], [idB, b]) => b - a || idA - idB)
    const leaderboard = players.slice(0, LEADERBOARD_PAGE.size).map(([userId, total], index) => ({
      rank: index + 1,
      userId,
      userName: `user ${userId}`,
      avatar: null,
      showsParticipated: 1,
      bestScore: total,
      totalScore: total,
    }))
    return { version: this.version, total: players.length, leaderboard }
  }
}

function openFeed(board: Board) {
  const emitted: BoardEvent[] = []
  const audience: Audience = {
    emit: (_room, { name, event }) => name === 'leaderboard:changed' && emitted.push(event),
    hasSockets: () => true,
    userIds: () => [],
  }
  const feed = boardFeed(GLOBAL_BOARD, async () => board.page(), audience)
  /** Returns the events of one publication. */
  return async () => {
    await feed.publish()
    return emitted.splice(0)
  }
}

/** Few totals, so that rows often change back: 0 leaves the board, 1 is last, 5,000 first. */
const scores = fc.array(
  fc.record({ userId: fc.constantFrom(...CHANGING), total: fc.constantFrom(0, 1, 5_000) }),
  { minLength: 1, maxLength: 2 },
)
const happening = fc.oneof(
  { weight: 3, arbitrary: scores.map((scores) => ({ kind: 'change' as const, scores })) },
  { weight: 2, arbitrary: fc.constant({ kind: 'publish' as const }) },
  { weight: 2, arbitrary: fc.constant({ kind: 'connect' as const }) },
  { weight: 2, arbitrary: fc.constant({ kind: 'respond' as const }) },
)

test('brings a client that connects at any moment to the current board', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(happening, { maxLength: 25 }), async (happenings) => {
      const board = new Board()
      board.change(CONSTANT)
      const publishFeed = openFeed(board)
      const clients: BoardFollower[] = []
      const published: BoardEvent[] = []
      const publish = async () => {
        for (const event of await publishFeed()) {
          published.push(event)
          for (const client of clients) client.receive(event)
        }
      }
      for (const happened of happenings) {
        if (happened.kind === 'change') board.change(happened.scores)
        else if (happened.kind === 'publish') await publish()
        else if (happened.kind === 'respond') clients.find(({ requested }) => requested)?.receiveResponse()
        else {
          const client = new BoardFollower()
          client.request(board.page())
          clients.push(client)
        }
      }
      for (const client of clients) client.receiveResponse()
      await publish()
      const versions = published.flatMap(({ from, to }) => [from, to])
      for (const client of clients.filter(({ isBehind }) => isBehind)) {
        expect(versions).not.toContain(client.held?.version)
        client.request(board.page())
        client.receiveResponse()
      }
      const current = JSON.stringify(board.page())
      for (const { held } of clients) expect(JSON.stringify(held)).toBe(current)
    }),
    { numRuns: 300 },
  )
}, 30_000)

test('publishes only the changed rows after several changes at once', async () => {
  const board = new Board()
  board.change(CONSTANT)
  const publish = openFeed(board)
  await publish()
  // The last two of the board, so that no other rank moves.
  board.change([{ userId: 10, total: 1 }])
  board.change([{ userId: 11, total: 2 }])
  const [event] = await publish()
  expect(event).toMatchObject({ from: 1, to: 3 })
  expect(event?.changed.map(({ userId }) => userId)).toEqual([11, 10])
})
