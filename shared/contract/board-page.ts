import { compareStandings } from '../game/standings.ts'
import type { ServerEvent } from './events.ts'
import { LEADERBOARD_PAGE, type LeaderboardEntry } from './leaderboards.ts'

export type BoardPageStep = Pick<ServerEvent<'leaderboard:changed'>, 'from' | 'changed' | 'removed'>

/** The step from one version of a board's first page to a later one. */
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

/** A step from version 0, an empty board, replaces the page: its rows may belong to any version in between. */
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
