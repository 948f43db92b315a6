import type { Show, TimeSource } from '@called-it/shared/contract/shows'
import { instantInWords } from '../../../lib/shows/venue-time.ts'

const DAY_AND_YEAR = new Intl.DateTimeFormat('en-US', {
  weekday: 'short',
  month: 'long',
  day: 'numeric',
  year: 'numeric',
  timeZone: 'UTC',
})

/** With the year, unless it is this one. */
export function lockTimeInWords(instant: string, utcOffset: number | null): string {
  const isThisYear = new Date(instant).getFullYear() === new Date().getFullYear()
  return isThisYear
    ? instantInWords(instant, utcOffset)
    : instantInWords(instant, utcOffset, { days: DAY_AND_YEAR })
}

/** As in `Picks close Sat, June 20 · 7:30 PM at the venue (your time Sun 1:30 AM).` */
export function lockInWords({ locks_at, utc_offset }: Show): string {
  return `Picks close ${lockTimeInWords(locks_at, utc_offset)}.`
}

export const SOURCE_WORDS: Readonly<Record<TimeSource, string>> = {
  admin: 'set by an admin',
  site: 'as the source lists it',
  default: "the band's usual time",
  unknown: 'unknown, so picks close the day before the show',
}
