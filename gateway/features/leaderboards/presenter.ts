import type { BoardRow, PlacedStanding } from '@called-it/infra/postgres/queries/standings/standings'
import type { LeaderboardEntry, OwnScore } from '@called-it/shared/contract/leaderboards'
import { avatarPath } from '../../resources/avatar-path.ts'

export function presentBoardRow(row: BoardRow): LeaderboardEntry {
  return {
    rank: row.rank,
    userId: row.userId,
    userName: row.displayName,
    avatar: avatarPath(row.userId, row.avatarHash),
    showsParticipated: row.shows,
    bestScore: row.best,
    totalScore: row.total,
  }
}

export function presentOwnScore(
  standing: PlacedStanding | null,
  board: { players: number; version: number },
): OwnScore {
  return {
    totalScore: standing?.total ?? 0,
    showsParticipated: standing?.shows ?? 0,
    bestScore: standing?.best ?? 0,
    rank: standing?.rank ?? null,
    players: board.players,
    version: board.version,
  }
}
