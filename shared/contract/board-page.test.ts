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

test('names rows that differ in rank alone and rows that left', () => {
  expect(compareBoardPages(before, after)).toEqual({ changed: after, removed: [2] })
  const renamed = before.with(1, { ...row(2, 2, 40), userName: 'another name' })
  expect(compareBoardPages(before, renamed)).toEqual({ changed: [renamed[1]], removed: [] })
  expect(compareBoardPages(before, before)).toEqual({ changed: [], removed: [] })
})

test('turns the old page into the new one', () => {
  expect(applyBoardStep(before, { from: 4, ...compareBoardPages(before, after) })).toEqual(after)
})

test('replaces the whole page with a step from version 0', () => {
  expect(applyBoardStep(before, { from: 0, changed: [row(9, 1, 70)], removed: [] })).toEqual([row(9, 1, 70)])
})

test('keeps a page within its size', () => {
  const full = Array.from({ length: LEADERBOARD_PAGE.size }, (_, index) =>
    row(index + 1, index + 1, 900 - index),
  )
  const grown = applyBoardStep(full, { from: 4, changed: [row(500, 1, 1000)], removed: [] })
  expect(grown).toHaveLength(LEADERBOARD_PAGE.size)
  expect(grown[0]?.userId).toBe(500)
})
