import type { ChancePage, SongChanceRow } from '@called-it/shared/contract/chances'
import { type ChanceMethod, type ChanceReason, LATE_SHOWS } from '@called-it/shared/game/chance/song-chance'
import type { SetName } from '@called-it/shared/game/setlist'
import type { PlainId } from '@called-it/shared/languages/translate'
import { smallSetLabel } from '../shows/set-labels.ts'
import { inPercent } from './percent.ts'
import { t } from './texts.ts'

/** No song is without any chance. */
export function chanceInWords(thousandths: number | null): string {
  return inPercent(Math.max(thousandths ?? 0, 1) / 1_000)
}

/** As in `gap 9, usually 6`. */
export function usualGapInWords({ gap, usual_gap }: SongChanceRow): string {
  if (usual_gap === null) return t('words.gap', { gap: `${gap}` })
  return t('words.gap-usual', { gap: `${gap}`, usual: `${usual_gap}` })
}

type ShowCounts = Pick<ChancePage, 'recent_shows' | 'tour_shows'>

/** A row has one line of about 28 characters, and cuts the rest. */
const REASONS: Record<ChanceReason, (played: SongChanceRow, shows: ShowCounts) => string> = {
  due: (played) => t('words.due', { gap: usualGapInWords(played) }),
  rested: ({ tour }, { tour_shows }) => t('words.rested', { plays: tour, shows: tour_shows }),
  lately: ({ lately }, { recent_shows }) =>
    t('words.lately', { plays: lately, shows: Math.min(LATE_SHOWS, recent_shows) }),
  'last-show': () => t('words.last-show'),
  'this-run': () => t('words.this-run'),
  often: ({ recent }, { recent_shows }) => t('words.often', { plays: recent, shows: recent_shows }),
  seldom: ({ recent }, { recent_shows }) => t('words.seldom', { plays: recent, shows: recent_shows }),
}

export function reasonInWords(reason: ChanceReason, played: SongChanceRow, shows: ShowCounts): string {
  return REASONS[reason](played, shows)
}

/** As in `set 1, slot 8`. */
export function slotInWords({ set, position }: { set: SetName; position: number }): string {
  return t('words.slot', { set: smallSetLabel(set), slot: position })
}

const METHODS = {
  model: 'words.by-model',
  rule: 'words.by-rule',
  plays: 'words.by-plays',
} as const satisfies Record<ChanceMethod, PlainId>

export function methodInWords(method: ChanceMethod): string {
  return t(METHODS[method])
}
