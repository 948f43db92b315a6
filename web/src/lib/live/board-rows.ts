import type { ShowBoard, ShowBoardRow } from '@called-it/shared/contract/live-shows'
import type { PointsRow } from '../../ui/points-table.tsx'
import { namelessFan } from '../account/nameless-fan.ts'

export function toPointsRows(rows: readonly ShowBoardRow[], followed: readonly number[] = []): PointsRow[] {
  return rows.map(({ rank, total, player, isOwn }, index) => ({
    player: player ? String(player.id) : namelessKey(index),
    userId: player?.id ?? null,
    rank,
    name: player?.display_name ?? namelessFan(),
    total,
    isOwn,
    isFollowed: player !== null && followed.includes(player.id),
  }))
}

/** Players without a name cannot be told apart, so they stay in their rows. */
export function namelessKey(index: number): string {
  return `nameless ${index}`
}

/** After the profiles of these users were deleted. */
export function withoutPlayers(board: ShowBoard, userIds: readonly number[]): ShowBoard {
  const deleted = new Set(userIds)
  const rows = board.rows.map((row) =>
    row.player && deleted.has(row.player.id) ? { ...row, player: null } : row,
  )
  return { ...board, rows }
}
