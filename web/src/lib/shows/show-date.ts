import { plainSpaces } from '../words/plain-spaces.ts'

// A show's date is a calendar day (`2025-04-19`, perhaps with a time after it) and is read in UTC, so that it is the same
// day for everybody.

const format = (options: Intl.DateTimeFormatOptions) =>
  new Intl.DateTimeFormat('en-US', { ...options, timeZone: 'UTC' })

const LONG = format({ weekday: 'long', year: 'numeric', month: 'long', day: 'numeric' })
const PLAIN = format({ year: 'numeric', month: 'long', day: 'numeric' })
const NEAR = format({ weekday: 'short', month: 'short', day: 'numeric' })
const SHORT = format({ month: 'short', day: 'numeric' })

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
  return start === null || end === null ? UNKNOWN_DATE : plainSpaces(PLAIN.formatRange(start, end))
}

export const UNKNOWN_DATE = 'Unknown date'

/** The time until an instant in its two largest units (`2 d 5 h`, `5 h 12 m`, `9 m`); null once it has passed. */
export function timeUntil(instant: number, now: number): string | null {
  const minutes = Math.ceil((instant - now) / 60_000)
  if (!(minutes > 0)) return null
  const [days, hours] = [Math.floor(minutes / 1440), Math.floor((minutes % 1440) / 60)]
  if (days > 0) return `${days} d ${hours} h`
  return hours > 0 ? `${hours} h ${minutes % 60} m` : `${minutes} m`
}

function inWords(words: Intl.DateTimeFormat, day: string): string {
  const date = readDay(day)
  return date === null ? UNKNOWN_DATE : words.format(date)
}

function readDay(day: string): number | null {
  const time = Date.parse(`${day.slice(0, 10)}T00:00:00Z`)
  return Number.isNaN(time) ? null : time
}
