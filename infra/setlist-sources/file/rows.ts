import { enteredInstant } from '@called-it/shared/contract/entered-fields'
import { LOCAL_TIME } from '@called-it/shared/game/calendar'
import { isTimeZone } from '@called-it/shared/game/time-zones'
import { z } from 'zod'
import * as phishnet from '../phishnet/rows.ts'
import { plainLine } from '../plain-text.ts'
import * as field from '../rows/fields.ts'
import type { SetlistRow } from '../rows/setlist.ts'
import type { ShowRow } from '../rows/shows.ts'
import type { SongRow } from '../rows/songs.ts'
import { slugOf } from '../slug.ts'

/** Rows of files: the columns of the phish.net API, with any text as id, without slugs, and stricter. */

const MAX_ID_LENGTH = 100
const NO_ID = `is not an id of 1 to ${MAX_ID_LENGTH} characters`

/** Numbers or any text. */
const idText = z.union([z.string(), z.int()], NO_ID).transform((value) => String(value).trim())
const isId = (value: string) =>
  value !== '' && value.length <= MAX_ID_LENGTH && field.isStorableText(value) && !/\p{Cc}/u.test(value)
const id = idText.refine(isId, NO_ID)

/** Null where a broken row holds none. */
export const readId = (value: unknown): string | null => id.safeParse(value).data ?? null

/** Null, 0 or an empty string without an id; undefined without the column. */
const optionalId = idText
  .nullish()
  .transform((value) => (value === '' || value === '0' ? null : value))
  .refine((value) => value == null || isId(value), NO_ID)

const FIRST_DAY = '1900-01-01'

/** Says what was written: spreadsheets write days in many forms. */
const dayOf = <Day extends string | null>(days: z.ZodType<Day>) =>
  z.unknown().transform((value, context): Day => {
    const { data } = days.safeParse(value)
    if (data !== undefined && (data === null || data >= FIRST_DAY)) return data
    const written = plainLine(String(value ?? '')).slice(0, MAX_SHOWN)
    const problem = data ? 'is before 1900' : 'is not a day, YYYY-MM-DD'
    const question = DAY_NUMBER.test(written) ? ", perhaps a spreadsheet's day number?" : ''
    context.addIssue({ code: 'custom', message: `${problem}: ${written || 'nothing'}${question}` })
    return z.NEVER
  })
const MAX_SHOWN = 40
/** Of the years from 1927 to 2173. */
const DAY_NUMBER = /^[1-9]\d{4}(\.\d+)?$/

const MAX_POSITION = 999_999
const position = z
  .union([z.int(), z.string().regex(/^\s*\d*\s*$/, 'is not a number')], 'is not a number')
  .nullish()
  .transform((value) => (value == null || String(value).trim() === '' ? null : Number(value)))
  .refine((value) => value === null || (value >= 0 && value <= MAX_POSITION), 'is not a number')

/** Made of the name where it is empty. */
const slug = field.text
  .transform((value) => value.trim())
  .refine((value) => value === '' || field.key.safeParse(value).success, 'is not a slug')

/** An empty name is unknown, and markup without a name is a mistake. */
const line = field.text
  .transform((value) => ({ value, plain: plainLine(value) }))
  .refine(({ value, plain }) => plain !== '' || value.trim() === '', 'holds nothing but markup')
  .transform(({ plain }) => plain)
const optionalLine = line.transform((value) => value || null)

/** Null or an empty string when unknown. */
const optionalText = (isValid: (text: string) => boolean, message: string) =>
  z
    .string(message)
    .nullish()
    .transform((text) => text?.trim() || null)
    .refine((text) => text === null || isValid(text), message)

/** Rows of shows and of setlists have them. Some names are those of one list of the site only. */
const show = z.object({
  ...phishnet.showRow.in.shape,
  showid: id,
  showdate: dayOf(field.showDay),
  venue: line,
  city: optionalLine,
  state: optionalLine,
  country: optionalLine,
  tourid: optionalId,
  tour_name: line,
  tourname: line,
  time_zone: optionalText(isTimeZone, 'is not the name of a time zone, such as America/Denver'),
  starts_local: optionalText((text) => LOCAL_TIME.test(text), 'is not a time, HH:MM in 24 hours'),
  locks_at: optionalText(
    (text) => enteredInstant.safeParse(text).success,
    'is not an instant with its offset, such as 2026-01-30T19:30:00-07:00',
  ),
})

const performance = z.object({
  ...show.shape,
  ...phishnet.setlistRow.shape,
  showid: id,
  showdate: dayOf(field.day),
  position,
  songid: optionalId,
  slug,
})

const song = z.object({ ...phishnet.songRow.shape, songid: optionalId, slug })

export const FILE_COLUMNS = {
  setlists: { all: Object.keys(performance.shape), required: ['showid', 'showdate', 'set', 'song'] },
  shows: { all: Object.keys(show.shape), required: ['showid', 'showdate'] },
  songs: { all: Object.keys(song.shape), required: ['song'] },
} as const

/** The position is null where it follows from the order of rows. */
export type FileSetlistRow = Omit<SetlistRow, 'position'> & { readonly position: number | null }

export const showRow = show.transform(showOf)

/** Setlists make shows known too. */
export const setlistRow = performance.transform((row): { performance: FileSetlistRow; show: ShowRow } => ({
  performance: { ...row, songid: row.songid ?? null, slug: row.slug || slugOf(plainLine(row.song)) },
  show: showOf(row),
}))

export const songRow = song.transform(
  (row): SongRow => ({ ...row, songid: row.songid ?? null, slug: row.slug || slugOf(row.song) }),
)

function showOf({ tour_name, time_zone, starts_local, locks_at, ...row }: z.output<typeof show>): ShowRow {
  const tourname = tour_name || row.tourname
  return {
    ...row,
    // Without the column, tours have names only.
    tourid: row.tourid === undefined ? slugOf(tourname) || null : row.tourid,
    tourname,
    times: {
      timeZone: time_zone,
      startsLocal: starts_local,
      locksAt: locks_at === null ? null : new Date(locks_at).toISOString(),
      coordinates: null,
    },
    exclude: row.exclude_from_stats || row.exclude,
  }
}
