import type { Show } from '@called-it/shared/contract/shows'
import { dateFormat } from '@called-it/shared/languages/formats'
import { plainSpaces } from '../words/plain-spaces.ts'
import { t } from '../words/texts.ts'

const MINUTE_IN_MS = 60_000

const DAY = { weekday: 'short', month: 'long', day: 'numeric' } as const
const TIME = { hour: 'numeric', minute: '2-digit' } as const
const WEEKDAY = { weekday: 'short' } as const

type Start = Pick<Show, 'starts_at' | 'utc_offset' | 'time_source'>

/**
 * As in `Sat, June 20 · 7:30 PM at the venue (your time Sun 1:30 AM)`, own time and day only where they differ. The
 * venue's offset is the server's, because browsers' zone data differ. Null where an admin set the lock of a show without
 * a time zone.
 */
export function startInWords({ starts_at, utc_offset, time_source }: Start, onDevice = true): string | null {
  if (starts_at !== null) return instantInWords(starts_at, utc_offset, { onDevice })
  return time_source === 'unknown' ? t('words.zone-unknown') : null
}

/**
 * An instant by the clock of a venue whose offset is known, else by the device's.
 *
 * @param onDevice false where the device's zone is not known: then without the own time, or in UTC
 */
export function instantInWords(
  instant: string,
  utcOffset: number | null,
  { days = DAY, onDevice = true }: { days?: Intl.DateTimeFormatOptions; onDevice?: boolean } = {},
): string {
  const at = new Date(instant)
  const ownOffset = onDevice ? -at.getTimezoneOffset() : (utcOffset ?? 0)
  const atVenue = new Date(at.getTime() + (utcOffset ?? ownOffset) * MINUTE_IN_MS)
  const words = { day: format(days, atVenue), time: timeOf(atVenue) }
  if (utcOffset === null) return t(onDevice ? 'words.your-time' : 'words.utc', words)
  if (utcOffset === ownOffset) return t('words.venue-time', words)
  const own = new Date(at.getTime() + ownOffset * MINUTE_IN_MS)
  if (own.getUTCDate() === atVenue.getUTCDate())
    return t('words.venue-own-time', { ...words, own: timeOf(own) })
  return t('words.venue-own-day', { ...words, weekday: format(WEEKDAY, own), own: timeOf(own) })
}

const timeOf = (instant: Date) => plainSpaces(format(TIME, instant))

/** Of an instant that is moved, so that it reads in UTC as it does at its place. */
function format(options: Intl.DateTimeFormatOptions, moved: Date): string {
  return dateFormat(t.language, { ...options, timeZone: 'UTC' }).format(moved)
}
