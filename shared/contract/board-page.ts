import { compareStandings } from '../game/standings.ts'
import { LEADERBOARD_PAGE, type LeaderboardEntry } from './leaderboards.ts'
import type { LiveEvent } from './live.ts'

/** What a step of a board tells of its first page's rows. */
export type BoardPageStep = Pick<LiveEvent<'leaderboard:changed'>, 'from' | 'changed' | 'removed'>

/** What turns one state of a board's first page into a later one: the rows that differ, and those that left. */
export function compareBoardPages(
  before: readonly LeaderboardEntry[],
  after: readonly LeaderboardEntry[],
): Omit<BoardPageStep, 'from'> {
  const old = new Map(before.map((row) => [row.userId, row]))
  const kept = new Set(after.map((row) => row.userId))
  return {
    changed: after.filter((row) => !isSameRow(row, old.get(row.userId))),
    removed: before.filter((row) => !kept.has(row.userId)).map((row) => row.userId),
  }
}

function isSameRow(row: LeaderboardEntry, other: LeaderboardEntry | undefined): boolean {
  return (
    other !== undefined &&
    row.rank === other.rank &&
    row.totalScore === other.totalScore &&
    row.bestScore === other.bestScore &&
    row.showsParticipated === other.showsParticipated &&
    row.userName === other.userName &&
    row.avatar === other.avatar
  )
}

/**
 * A board's first page after a step. A step from version 0, at which every board was empty, replaces the
 * page: whatever else is held may be of a version in between, of which the step knows nothing.
 */
export function applyBoardStep(
  rows: readonly LeaderboardEntry[],
  { from, changed, removed }: BoardPageStep,
): LeaderboardEntry[] {
  const page = new Map(from === 0 ? [] : rows.map((row) => [row.userId, row]))
  for (const userId of removed) page.delete(userId)
  for (const row of changed) page.set(row.userId, row)
  return [...page.values()]
    .sort((a, b) => compareStandings(standingOf(a), standingOf(b)))
    .slice(0, LEADERBOARD_PAGE.size)
}

function standingOf(row: LeaderboardEntry) {
  return {
    userId: row.userId,
    displayName: row.userName,
    total: row.totalScore,
    shows: row.showsParticipated,
    best: row.bestScore,
  }
}
