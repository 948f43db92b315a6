import type { LeaderboardEntry, OwnScore } from '@called-it/shared/contract/leaderboards'
import { describe, expect, test } from 'vitest'
import { applyUserRow } from './current-user-score.ts'

const held: OwnScore = {
  totalScore: 40,
  showsParticipated: 2,
  bestScore: 25,
  rank: 9,
  players: 12,
  version: 4,
}

const row: LeaderboardEntry = {
  rank: 3,
  userId: 7,
  userName: 'Ann',
  avatar: null,
  showsParticipated: 3,
  bestScore: 30,
  totalScore: 70,
}

describe("current user's score", () => {
  test("applies a step with the user's row", () => {
    expect(applyUserRow(held, { changed: [row], total: 13, to: 5 }, 7)).toEqual({
      totalScore: 70,
      showsParticipated: 3,
      bestScore: 30,
      rank: 3,
      players: 13,
      version: 5,
    })
  })

  test('returns null for a step about other users', () => {
    expect(applyUserRow(held, { changed: [row], total: 13, to: 5 }, 8)).toBeNull()
  })

  test('ignores a known step', () => {
    expect(applyUserRow(held, { changed: [row], total: 13, to: 4 }, 7)).toBe(held)
  })
})
