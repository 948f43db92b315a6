import type { SongChanceRow } from '@called-it/shared/contract/chances'
import type { ChanceMethod, ChanceReason } from '@called-it/shared/game/chance/song-chance'
import type { SetName } from '@called-it/shared/game/setlist'

/** As in `34 %`. */
export function chanceInWords(thousandths: number | null): string {
  if (thousandths === null || thousandths < 10) return '<1 %'
  return `${Math.round(thousandths / 10)} %`
}

type Gaps = Pick<SongChanceRow, 'gap' | 'usual_gap'>

/** As in `gap 9, usually 6`. */
export function gapInWords({ gap, usual_gap }: Gaps): string {
  return usual_gap === null ? `gap ${gap}` : `gap ${gap}, usually ${usual_gap}`
}

/** 1 where the gap is the usual one; null where none is usual. */
export function dueOf({ gap, usual_gap }: Gaps): number | null {
  return usual_gap === null ? null : gap / Math.max(usual_gap, 1)
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

const PLACES = { set1: 'set 1', set2: 'set 2', encore: 'encore' } as const satisfies Record<SetName, string>

/** As in `set 1, slot 8`. */
export function slotInWords({ set, position }: { set: SetName; position: number }): string {
  return `${PLACES[set]}, slot ${position}`
}

export const METHODS = {
  model: 'the model',
  rule: 'the rule: played in the last year, not in the last three shows',
  plays: 'plays alone, with fewer than ten shows stored',
} as const satisfies Record<ChanceMethod, string>
