import type { ChancePage, SongChanceRow } from '@called-it/shared/contract/chances'
import { type ChanceMethod, type ChanceReason, LATE_SHOWS } from '@called-it/shared/game/chance/song-chance'
import type { SetName } from '@called-it/shared/game/setlist'
import { setLabel } from '../shows/set-labels.ts'
import { inPercent } from './percent.ts'

/** No song is without any chance. */
export function chanceInWords(thousandths: number | null): string {
  return inPercent(Math.max(thousandths ?? 0, 1) / 1_000)
}

/** As in `gap 9, usually 6`. */
export function usualGapInWords({ gap, usual_gap }: SongChanceRow): string {
  return usual_gap === null ? `gap ${gap}` : `gap ${gap}, usually ${usual_gap}`
}

type ShowCounts = Pick<ChancePage, 'recent_shows' | 'tour_shows'>

/** A row has one line of about 28 characters, and cuts the rest. */
const REASONS: Record<ChanceReason, (played: SongChanceRow, shows: ShowCounts) => string> = {
  due: (played) => `due: ${usualGapInWords(played)}`,
  rested: ({ tour }, { tour_shows }) => `rested on this tour: ${tour} of ${tour_shows}`,
  lately: ({ lately }, { recent_shows }) =>
    `lately: ${lately} of ${Math.min(LATE_SHOWS, recent_shows)} shows`,
  'last-show': () => 'played at the last show',
  'this-run': () => 'played in this run',
  often: ({ recent }, { recent_shows }) => `often: ${recent} of ${recent_shows} shows`,
  seldom: ({ recent }, { recent_shows }) => `seldom: ${recent} of ${recent_shows} shows`,
}

export function reasonInWords(reason: ChanceReason, played: SongChanceRow, shows: ShowCounts): string {
  return REASONS[reason](played, shows)
}

/** As in `set 1, slot 8`. */
export function slotInWords({ set, position }: { set: SetName; position: number }): string {
  return `${setLabel(set).toLowerCase()}, slot ${position}`
}

export const METHODS = {
  model: 'the model',
  rule: 'the rule: played in the last year, not in the last three shows',
  plays: 'how often it was played, with fewer than ten shows so far',
} as const satisfies Record<ChanceMethod, string>
