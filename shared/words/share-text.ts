import { SET_NAMES } from '../game/setlist.ts'
import type { SharedSlot, SharedSlots } from '../game/shared-slots.ts'
import type { Translate } from '../languages/translate.ts'
import { dayInWords } from './day-in-words.ts'

/** Of one size in every font, so that the rows are a picture. */
const EMOJI = {
  special: '🟨',
  song: '🟩',
  encore: '🟥',
  set: '🟦',
  show: '⬜',
  waiting: '⬛',
  missed: '⬛',
  empty: '⬛',
} as const satisfies Record<SharedSlot, string>

type Result = {
  readonly total: number
  readonly rank: number
  readonly players: number
  readonly is_final: boolean
  readonly slots: SharedSlots
}

/** `63 points, #3 of 412` */
export function resultInWords({ total, rank, players, is_final }: Result, t: Translate): string {
  return t(is_final ? 'share.result' : 'share.result-so-far', { total, rank, players })
}

/**
 * A line with what the card brought, one with the venue, and a row of emoji for each set.
 *
 * @param result null for *I have picked*
 */
export function shareText(
  product: string,
  { venue, date }: { readonly venue: string; readonly date: string },
  result: Result | null,
  t: Translate,
): string {
  if (!result) return t('share.picked', { product, venue, date: dayInWords(date, t.language) })
  const { total, rank, players, is_final, slots } = result
  const place = t(is_final ? 'share.place' : 'share.place-so-far', { product, total, rank, players })
  const rows = SET_NAMES.map((set) => slots[set].map((slot) => EMOJI[slot]).join(''))
  return [place, venue, ...rows].join('\n')
}
