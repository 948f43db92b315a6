import type { BoardRow } from '@called-it/infra/postgres/queries/standings/standings'
import type { LeaderboardEntry } from '@called-it/shared/contract/leaderboards'

export function presentBoardRow(row: BoardRow): LeaderboardEntry {
  return {
    rank: row.rank,
    userId: row.userId,
    userName: row.displayName,
    avatar: row.avatar,
    showsParticipated: row.shows,
    bestScore: row.best,
    totalScore: row.total,
  }
}
