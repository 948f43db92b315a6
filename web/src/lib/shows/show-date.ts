import { dateFormat } from '@called-it/shared/languages/formats'
import { plainSpaces } from '../words/plain-spaces.ts'
import { t } from '../words/texts.ts'

// A show's date is a calendar day (`2025-04-19`, perhaps with a time after it) and is read in UTC, so that it is the same
// day for everybody.

const PLAIN = { year: 'numeric', month: 'long', day: 'numeric', timeZone: 'UTC' } as const
const LONG = { ...PLAIN, weekday: 'long' } as const
const SHORT = { month: 'short', day: 'numeric', timeZone: 'UTC' } as const
const NEAR = { ...SHORT, weekday: 'short' } as const

/** Saturday, April 19, 2025 */
export function longDate(day: string): string {
  return inWords(LONG, day)
}

/** April 19, 2025 */
export function plainDate(day: string): string {
  return inWords(PLAIN, day)
}

/** Sat, Apr 19; April 19, 2019 in another year. */
export function nearDate(day: string): string {
  return inWords(day.startsWith(`${new Date().getUTCFullYear()}-`) ? NEAR : PLAIN, day)
}

/** Apr 19 */
export function shortDate(day: string): string {
  return inWords(SHORT, day)
}

/** April 15 to April 30, 2025, or one date where both are the same day. */
export function dateRange(first: string, last: string): string {
  const [start, end] = [readDay(first), readDay(last)]
  if (start === null || end === null) return unknownDate()
  return plainSpaces(dateFormat(t.language, PLAIN).formatRange(start, end))
}

export const unknownDate = () => t('words.unknown-date')

/** The time until an instant in its two largest units (`2 d 5 h`, `5 h 12 m`, `9 m`); null once it has passed. */
export function timeUntil(instant: number, now: number): string | null {
  const minutes = Math.ceil((instant - now) / 60_000)
  if (!(minutes > 0)) return null
  const [days, hours] = [Math.floor(minutes / 1440), Math.floor((minutes % 1440) / 60)]
  if (days > 0) return t('words.left-days', { days, hours })
  if (hours > 0) return t('words.left-hours', { hours, minutes: minutes % 60 })
  return t('words.left-minutes', { minutes })
}

function inWords(options: Intl.DateTimeFormatOptions, day: string): string {
  const date = readDay(day)
  return date === null ? unknownDate() : dateFormat(t.language, options).format(date)
}

function readDay(day: string): number | null {
  const time = Date.parse(`${day.slice(0, 10)}T00:00:00Z`)
  return Number.isNaN(time) ? null : time
}
