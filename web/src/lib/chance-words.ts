import type { SongChanceRow } from '@called-it/shared/contract/chances'
import type { ChanceMethod, ChanceReason } from '@called-it/shared/game/chance/song-chance'
import type { SetName } from '@called-it/shared/game/setlist'
import { inPercent } from './percent.ts'
import { SET_LABELS } from './set-labels.ts'

/** No song is without any chance. */
export function chanceInWords(thousandths: number | null): string {
  return inPercent(Math.max(thousandths ?? 0, 1) / 1_000)
}

/** As in `gap 9, usually 6`. */
export function gapInWords({ gap, usual_gap }: SongChanceRow): string {
  return usual_gap === null ? `gap ${gap}` : `gap ${gap}, usually ${usual_gap}`
}

const REASONS: Record<ChanceReason, (played: SongChanceRow, tourShows: number) => string> = {
  due: (played) => `due: ${gapInWords(played)}`,
  rested: ({ tour }, tourShows) => `rested on this tour: ${tour} of ${tourShows}`,
  lately: () => 'played often lately',
  'last-night': () => 'played last night',
  'this-run': () => 'played in this run',
  often: () => 'played often',
  seldom: () => 'seldom played',
}

export function reasonInWords(reason: ChanceReason, played: SongChanceRow, tourShows: number): string {
  return REASONS[reason](played, tourShows)
}

/** As in `set 1, slot 8`. */
export function slotInWords({ set, position }: { set: SetName; position: number }): string {
  return `${SET_LABELS[set].toLowerCase()}, slot ${position}`
}

export const METHODS = {
  model: 'the model',
  rule: 'the rule: played in the last year, not in the last three shows',
  plays: 'plays alone, with fewer than ten shows stored',
} as const satisfies Record<ChanceMethod, string>
