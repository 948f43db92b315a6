import type { Show } from '@called-it/shared/contract/shows'
import { plainSpaces } from '../words/plain-spaces.ts'

const MINUTE_IN_MS = 60_000

const DAY = { weekday: 'short', month: 'long', day: 'numeric' } as const
const TIME = { hour: 'numeric', minute: '2-digit' } as const
const VENUE_DAY = new Intl.DateTimeFormat('en-US', { ...DAY, timeZone: 'UTC' })
const WEEKDAY = new Intl.DateTimeFormat('en-US', { weekday: 'short', timeZone: 'UTC' })
const VENUE_TIME = new Intl.DateTimeFormat('en-US', { ...TIME, timeZone: 'UTC' })

type Start = Pick<Show, 'starts_at' | 'utc_offset' | 'time_source'>

/**
 * As in `Sat, June 20 · 7:30 PM at the venue (your time Sun 1:30 AM)`, own time and day only where they differ. The
 * venue's offset is the server's, because browsers' zone data differ. Null where an admin set the lock of a show without
 * a time zone.
 */
export function startInWords({ starts_at, utc_offset, time_source }: Start, onDevice = true): string | null {
  if (starts_at !== null) return instantInWords(starts_at, utc_offset, { onDevice })
  return time_source === 'unknown' ? "The venue's time zone is not known: picks may close early." : null
}

/**
 * An instant by the clock of a venue whose offset is known, else by the device's.
 *
 * @param onDevice false where the device's zone is not known: then without the own time, or in UTC
 */
export function instantInWords(
  instant: string,
  utcOffset: number | null,
  { days = VENUE_DAY, onDevice = true }: { days?: Intl.DateTimeFormat; onDevice?: boolean } = {},
): string {
  const at = new Date(instant)
  const ownOffset = onDevice ? -at.getTimezoneOffset() : (utcOffset ?? 0)
  const atVenue = new Date(at.getTime() + (utcOffset ?? ownOffset) * MINUTE_IN_MS)
  const words = `${days.format(atVenue)} · ${timeOf(atVenue)}`
  if (utcOffset === null) return `${words} ${onDevice ? 'your time' : 'UTC'}`
  if (utcOffset === ownOffset) return `${words} at the venue`
  const own = new Date(at.getTime() + ownOffset * MINUTE_IN_MS)
  const day = own.getUTCDate() === atVenue.getUTCDate() ? '' : `${WEEKDAY.format(own)} `
  return `${words} at the venue (your time ${day}${timeOf(own)})`
}

const timeOf = (instant: Date) => plainSpaces(VENUE_TIME.format(instant))
