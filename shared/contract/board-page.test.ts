import { expect, test } from 'vitest'
import { applyBoardStep, compareBoardPages } from './board-page.ts'
import { LEADERBOARD_PAGE, type LeaderboardEntry } from './leaderboards.ts'

const row = (userId: number, rank: number, totalScore: number): LeaderboardEntry => ({
  rank,
  userId,
  userName: `fan ${userId}`,
  avatar: null,
  showsParticipated: 1,
  bestScore: totalScore,
  totalScore,
})

const before = [row(1, 1, 50), row(2, 2, 40), row(3, 3, 30)]
const after = [row(3, 1, 60), row(1, 2, 50), row(4, 3, 45)]

test('a step names the rows that differ, for their rank alone too, and those that left', () => {
  expect(compareBoardPages(before, after)).toEqual({ changed: after, removed: [2] })
  const renamed = before.with(1, { ...row(2, 2, 40), userName: 'another name' })
  expect(compareBoardPages(before, renamed)).toEqual({ changed: [renamed[1]], removed: [] })
  expect(compareBoardPages(before, before)).toEqual({ changed: [], removed: [] })
})

test('a step applied to the page that it was made from gives the page that it was made for', () => {
  expect(applyBoardStep(before, { from: 4, ...compareBoardPages(before, after) })).toEqual(after)
})

test('a step from 0 replaces what is held', () => {
  expect(applyBoardStep(before, { from: 0, changed: [row(9, 1, 70)], removed: [] })).toEqual([row(9, 1, 70)])
})

test('a page never grows beyond its size', () => {
  const full = Array.from({ length: LEADERBOARD_PAGE.size }, (_, index) =>
    row(index + 1, index + 1, 900 - index),
  )
  const grown = applyBoardStep(full, { from: 4, changed: [row(500, 1, 1000)], removed: [] })
  expect(grown).toHaveLength(LEADERBOARD_PAGE.size)
  expect(grown[0]?.userId).toBe(500)
})
