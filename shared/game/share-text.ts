import { dayInWords } from './day-in-words.ts'
import { SET_NAMES } from './setlist.ts'
import type { SharedSlot, SharedSlots } from './shared-slots.ts'

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

const digits = (count: number) => count.toLocaleString('en-US')

/** `63 points, #3 of 412` */
export function resultInWords({ total, rank, players, is_final }: Result): string {
  const points = `${digits(total)} ${total === 1 ? 'point' : 'points'}${is_final ? '' : ' so far'}`
  return `${points}, #${digits(rank)} of ${digits(players)}`
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
): string {
  if (!result) return `${product}: I have picked the setlist of ${venue}, ${dayInWords(date)}`
  const { total, rank, players, is_final, slots } = result
  const place = `${digits(total)} · #${digits(rank)} of ${digits(players)}${is_final ? '' : ' so far'}`
  const rows = SET_NAMES.map((set) => slots[set].map((slot) => EMOJI[slot]).join(''))
  return [`${product} ${place}`, venue, ...rows].join('\n')
}
