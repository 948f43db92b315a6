import type { PlayedPerformance } from '@called-it/infra/postgres/queries/live/played-songs'
import type { StoredRow, StoredSongCount } from '@called-it/infra/postgres/schema/live'
import {
  type LivePerformance,
  MAX_HOLDERS,
  type ShowBoardRow,
  TOP_ROWS,
  type TopRow,
} from '@called-it/shared/contract/live-shows'
import type { NamedPlayer } from '@called-it/shared/contract/players'
import type { PlacedRow } from './show-orders.ts'

/** Those who show their picks, by user id. */
type Players = ReadonlyMap<number, NamedPlayer>

export function presentTop(rows: readonly StoredRow[], players: Players): TopRow[] {
  return rows.slice(0, TOP_ROWS).map(([userId, total]) => {
    const player = players.get(userId)
    return [total, player?.id ?? null, player?.display_name ?? null]
  })
}

export function presentPerformance(
  played: PlayedPerformance,
  count: StoredSongCount | undefined,
  players: Players,
): LivePerformance {
  return {
    ...played,
    at: played.at?.toISOString() ?? null,
    players: count?.players ?? 0,
    exact: count?.exact ?? 0,
    holders: (count?.holders ?? [])
      .flatMap((userId) => players.get(userId)?.display_name ?? [])
      .slice(0, MAX_HOLDERS),
  }
}

export function presentShowBoardRow(row: PlacedRow, players: Players, ownId: number | null): ShowBoardRow {
  const { userId, rank, total } = row
  return { rank, total, player: players.get(userId) ?? null, isOwn: userId === ownId }
}
