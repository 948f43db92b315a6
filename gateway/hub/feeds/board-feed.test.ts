import {
  GLOBAL_BOARD,
  LEADERBOARD_PAGE,
  type LeaderboardEntry,
} from '@called-it/shared/contract/leaderboards'
import { rooms } from '@called-it/shared/contract/live'
import { rankStandings } from '@called-it/shared/game/standings'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Audience, Telling } from '../audience.ts'
import { type BoardEvent, BoardFollower } from '../testing/board-follower.ts'
import { type BoardPage, boardFeed, boardFeeds } from './board-feed.ts'

/** Players who move, and almost as many who stand still as a page has rows: so that some leave it. */
const MOVING = [1, 2, 3]
const STANDING = Array.from({ length: LEADERBOARD_PAGE.size - 1 }, (_, index) => ({
  userId: 10 + index,
  total: 1_000 + index,
}))

/** A board as the database has it: each change counts its version up. */
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
    const players = [...this.totals].map(([userId, total]) => ({
      userId,
      displayName: `fan ${userId}`,
      total,
      shows: 1,
      best: total,
    }))
    const leaderboard = rankStandings(players)
      .slice(0, LEADERBOARD_PAGE.size)
      .map(
        ({ rank, userId, displayName, total, shows, best }): LeaderboardEntry => ({
          rank,
          userId,
          userName: displayName,
          avatar: null,
          showsParticipated: shows,
          bestScore: best,
          totalScore: total,
        }),
      )
    return { version: this.version, total: players.length, leaderboard }
  }
}

function gather(): { audience: Audience; told: { room: string; telling: Telling }[] } {
  const told: { room: string; telling: Telling }[] = []
  const audience: Audience = {
    tell: (room, telling) => told.push({ room, telling }),
    isHeard: () => true,
    fans: () => [],
  }
  return { audience, told }
}

function boardEvents(told: readonly { telling: Telling }[]): BoardEvent[] {
  return told.flatMap(({ telling }) => (telling.name === 'leaderboard:changed' ? [telling.event] : []))
}

/** Few totals, so that a row often changes back; 0 leaves the board, 1 is the last, 5,000 the first. */
const scores = fc.array(
  fc.record({ userId: fc.constantFrom(...MOVING), total: fc.constantFrom(0, 1, 5_000) }),
  { minLength: 1, maxLength: 2 },
)
const happening = fc.oneof(
  { weight: 3, arbitrary: scores.map((scores) => ({ kind: 'change' as const, scores })) },
  { weight: 2, arbitrary: fc.constant({ kind: 'tell' as const }) },
  { weight: 2, arbitrary: fc.constant({ kind: 'connect' as const }) },
  { weight: 2, arbitrary: fc.constant({ kind: 'answer' as const }) },
)

test('whoever connects and fetches at any moment ends with the true board, and never meets a gap', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(happening, { maxLength: 25 }), async (happenings) => {
      const board = new Board()
      board.change(STANDING)
      const { audience, told } = gather()
      const feed = boardFeed(GLOBAL_BOARD, async () => board.page(), audience)
      const clients: BoardFollower[] = []
      const tell = async () => {
        await feed.tell()
        for (const event of boardEvents(told.splice(0))) for (const client of clients) client.hear(event)
      }
      for (const happened of happenings) {
        if (happened.kind === 'change') board.change(happened.scores)
        else if (happened.kind === 'tell') await tell()
        else if (happened.kind === 'answer') clients.find(({ asked }) => asked)?.receiveAnswer()
        else {
          const client = new BoardFollower()
          client.ask(board.page())
          clients.push(client)
        }
      }
      for (const client of clients) client.receiveAnswer()
      await tell()
      const truth = JSON.stringify(board.page())
      for (const { held, gaps } of clients) {
        expect(JSON.stringify(held)).toBe(truth)
        expect(gaps).toBe(0)
      }
    }),
    { numRuns: 300 },
  )
}, 30_000)

test('one step tells the rows that differ, skipped versions the whole page', async () => {
  const board = new Board()
  board.change([
    { userId: 1, total: 9 },
    { userId: 2, total: 5 },
    { userId: 3, total: 4 },
  ])
  const { audience, told } = gather()
  const feed = boardFeed(GLOBAL_BOARD, async () => board.page(), audience)
  const tellOnce = async () => {
    await feed.tell()
    return boardEvents(told.splice(0)).map(({ from, to, changed, removed }) => ({
      from,
      to,
      changed: changed.map(({ userId }) => userId),
      removed,
    }))
  }
  expect(await tellOnce()).toEqual([{ from: 0, to: 1, changed: [1, 2, 3], removed: [] }])
  board.change([{ userId: 3, total: 6 }])
  expect(await tellOnce()).toEqual([{ from: 1, to: 2, changed: [3, 2], removed: [] }])
  expect(await tellOnce()).toEqual([])
  board.change([{ userId: 2, total: 0 }])
  expect(await tellOnce()).toEqual([{ from: 2, to: 3, changed: [], removed: [2] }])
  board.change([{ userId: 3, total: 7 }])
  board.change([{ userId: 3, total: 6 }])
  expect(await tellOnce()).toEqual([{ from: 0, to: 5, changed: [1, 3], removed: [] }])
})

test("a tour's board is read while somebody watches it, and told to its room only", async () => {
  const board = new Board()
  board.change([{ userId: 1, total: 9 }])
  const { audience, told } = gather()
  const feeds = boardFeeds(async () => board.page(), audience)
  expect(feeds.feedOf(7)).toBeNull()
  feeds.open(7)
  await feeds.feedOf(7)?.tell()
  await feeds.feedOf(GLOBAL_BOARD)?.tell()
  expect(told.map(({ room }) => room)).toEqual([rooms.board(7), rooms.public])
  feeds.close(7)
  feeds.close(GLOBAL_BOARD)
  expect(feeds.feedOf(7)).toBeNull()
  expect(feeds.feedOf(GLOBAL_BOARD)).not.toBeNull()
})
