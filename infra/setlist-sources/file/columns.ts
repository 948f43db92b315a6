import { enteredInstant } from '@called-it/shared/contract/fields'
import { LOCAL_TIME } from '@called-it/shared/game/calendar'
import { isTimeZone } from '@called-it/shared/game/time-zones'
import { z } from 'zod'
import { setlistRow, showRow, songRow } from '../phishnet/rows.ts'
import type { SourceTimes } from '../source.ts'

/** Null or an empty string when unknown. */
const optionalText = (isValid: (text: string) => boolean, message: string) =>
  z
    .string(message)
    .nullish()
    .transform((text) => text?.trim() || null)
    .refine((text) => text === null || isValid(text), message)

const timeColumns = z.object({
  time_zone: optionalText(isTimeZone, 'is not the name of a time zone, such as America/Denver'),
  starts_local: optionalText((text) => LOCAL_TIME.test(text), 'is not a time, HH:MM in 24 hours'),
  locks_at: optionalText(
    (text) => enteredInstant.safeParse(text).success,
    'is not an instant with its offset, such as 2026-01-30T19:30:00-07:00',
  ),
})

/** Columns that files have and the site's API lacks, in rows of shows and of setlists. */
export const showTimes = timeColumns.transform(
  ({ time_zone, starts_local, locks_at }): SourceTimes => ({
    timeZone: time_zone,
    startsLocal: starts_local,
    locksAt: locks_at === null ? null : new Date(locks_at).toISOString(),
    coordinates: null,
  }),
)

/** Columns of the phish.net API, version 5, and of joined dumps of it that are not read. */
const UNUSED = [
  ...['abbr', 'artist', 'artist_name', 'artist_slug', 'artistid', 'created_at', 'debut', 'debut_permalink'],
  ...['is_original', 'isjam', 'isjamchart', 'isreprise', 'jamchart_description', 'last_permalink', 'meta'],
  ...['nickname', 'performances', 'permalink', 'position_in_set', 'reviews', 'setlist_notes', 'showday'],
  ...['showmonth', 'showyear', 'tourwhen', 'tracktime', 'transition', 'uniqueid', 'updated_at', 'venueid'],
]

const KNOWN: ReadonlySet<string> = new Set([
  ...[setlistRow, showRow.in, songRow, timeColumns].flatMap(({ shape }) => Object.keys(shape)),
  ...UNUSED,
  // Spreadsheets end lines with empty columns.
  '',
])

export function unknownColumns(row: unknown): readonly string[] {
  if (typeof row !== 'object' || row === null) return []
  return Object.keys(row).filter((column) => !KNOWN.has(column))
}
