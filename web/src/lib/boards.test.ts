import type { Leaderboard, LeaderboardEntry } from '@called-it/shared/contract/leaderboards'
import { describe, expect, test } from 'vitest'
import { applyBoardChange } from './boards.ts'

const row = (userId: number, rank: number, totalScore: number): LeaderboardEntry => ({
  rank,
  userId,
  userName: `fan ${userId}`,
  avatar: null,
  showsParticipated: 1,
  bestScore: totalScore,
  totalScore,
})

const board: Leaderboard = {
  leaderboard: [row(1, 1, 50), row(2, 2, 40), row(3, 3, 30)],
  total: 3,
  next: null,
  version: 4,
}

const change = {
  topic: 'board:0',
  from: 4,
  to: 5,
  board: 0,
  total: 4,
  changed: [row(3, 1, 60), row(1, 2, 50), row(4, 3, 45)],
  removed: [2],
}

describe('leaderboard page', () => {
  test('moves changed rows to their rank and drops removed ones', () => {
    const next = applyBoardChange(board, change)
    expect(next.leaderboard.map(({ userId, rank }) => [userId, rank])).toEqual([
      [3, 1],
      [1, 2],
      [4, 3],
    ])
    expect(next).toMatchObject({ total: 4, version: 5 })
  })

  test('stays the same when a change is applied twice', () => {
    const once = applyBoardChange(board, change)
    expect(applyBoardChange(once, change)).toEqual(once)
  })
})
