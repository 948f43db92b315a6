import type { Replay } from '@called-it/shared/contract/replays'
import { unpackHistogram } from '@called-it/shared/game/live/histogram'
import { rankByTotal } from '@called-it/shared/game/standings'
import { NAMELESS_FAN } from '../../../lib/account/nameless-fan.ts'
import { namelessKey } from '../../../lib/live/board-rows.ts'
import type { PointsRow } from '../../../ui/points-table.tsx'

/** The board after one of the songs. */
export type BoardStep = {
  rows: readonly PointsRow[]
  rankOf: (total: number) => number
  /** What the step paid to all players together. */
  paid: number
}

export function boardSteps({ steps, names }: Replay, userId: number | null): BoardStep[] {
  let before = 0
  return steps.map(({ histogram, top }) => {
    const counts = unpackHistogram(histogram)
    const rankOf = rankByTotal(counts)
    const all = counts.reduce((sum, { total, players }) => sum + total * players, 0)
    const paid = all - before
    before = all
    const rows = top.map(([place, total]) => {
      const player = names[place] ?? null
      return {
        player: player ? String(player.id) : namelessKey(place),
        userId: player?.id ?? null,
        rank: rankOf(total),
        name: player?.display_name ?? NAMELESS_FAN,
        total,
        isOwn: player !== null && player.id === userId,
      }
    })
    return { rows, rankOf, paid }
  })
}
