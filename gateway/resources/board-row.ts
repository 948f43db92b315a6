import type { BoardRow } from '@called-it/infra/postgres/queries/standings/standings'
import type { LeaderboardEntry } from '@called-it/shared/contract/leaderboards'
import { avatarPath } from './avatar-path.ts'

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
