import { z } from 'zod'
import { plainLine } from '../plain-text.ts'
import { SetlistSourceError } from '../source.ts'

/**
 * Rows in the shape of the phish.net API, version 5, of which only the fields that are used are named. Its
 * numbers come as numbers or as digits, and files exported from it have the same columns.
 */

const digits = z.string().regex(/^\d+$/, 'is not a number')

const id = z.union([z.int().nonnegative(), digits], 'is not a number').transform(String)

/** Where the site has no id, it says null, 0 or nothing. */
const optionalId = z
  .union([id, z.literal('')], 'is not a number')
  .nullish()
  .transform((value) => (value === '0' ? null : value || null))

/** Where the site has no count, it says null or nothing. */
const optionalCount = z
  .union([z.int(), digits.transform(Number), z.literal('')], 'is not a whole number')
  .nullish()
  .transform((value) => (typeof value === 'number' && value >= 0 ? value : null))

const flag = z
  .union([z.boolean(), z.literal([0, 1, '0', '1', ''])], 'is neither 0 nor 1')
  .nullish()
  .transform((value) => Number(value ?? 0) !== 0)

const text = z
  .string('is not a text')
  .nullish()
  .transform((value) => value ?? '')

const line = text.transform(plainLine)
const optionalLine = line.transform((value) => value || null)
const requiredText = z.string('is not a text').min(1, 'is empty')

const day = z
  .string('is not a text')
  .transform((value) => value.slice(0, 10))
  .pipe(z.iso.date('is not a day, YYYY-MM-DD'))

/** Songs that were never played have no day, or one with zeros. */
const optionalDay = z
  .unknown()
  .optional()
  .transform((value) => day.safeParse(value).data ?? null)

/** A show from a time of which nobody remembers the day. */
const unknownDay = z
  .string()
  .regex(/^\d{4}-(00-\d\d|\d\d-00)/)
  .transform(() => null)

/** One performance. Its text fields still hold markup. */
export const setlistRow = z.object({
  showid: id,
  showdate: day,
  exclude: flag,
  position: z.union([z.int(), digits.transform(Number)], 'is not a number'),
  set: z
    .union([z.string(), z.int().transform(String)], 'is not a text')
    .transform((label) => label.trim().toLowerCase())
    .refine((label) => /^([1-9]\d?|e\d?|s)$/.test(label), 'is not a set: 1, 2, …, e, e2, … or s'),
  songid: optionalId,
  song: requiredText,
  slug: requiredText,
  trans_mark: text,
  footnote: text,
  setlistnotes: text,
  soundcheck: text,
})
export type SetlistRow = z.output<typeof setlistRow>

/** One show. Lists of shows and rows of setlists name two of its fields differently. */
export const showRow = z.object({
  showid: id,
  showdate: z.union([unknownDay, day], 'is not a day, YYYY-MM-DD'),
  venue: line,
  city: optionalLine,
  state: optionalLine,
  country: optionalLine,
  tourid: optionalId,
  tour_name: line,
  tourname: line,
  exclude_from_stats: flag,
  exclude: flag,
})
export type ShowRow = z.output<typeof showRow>

export const songRow = z.object({
  songid: optionalId,
  song: line.refine((name) => name !== '', 'is empty'),
  slug: requiredText,
  times_played: optionalCount,
  gap: optionalCount,
  last_played: optionalDay,
})
export type SongRow = z.output<typeof songRow>

/**
 * Reads one row.
 *
 * @param place where the row stands, as error messages have it: `the list of shows, row 12`
 * @throws SetlistSourceError that names the place, the row's show or song, and the field
 */
export function parseRow<Row>(schema: z.ZodType<Row>, row: unknown, place: string): Row {
  const parsed = schema.safeParse(row)
  if (parsed.success) return parsed.data
  const [issue] = parsed.error.issues
  const field = issue === undefined || issue.path.length === 0 ? 'the row' : `field ${issue.path.join('.')}`
  throw new SetlistSourceError('malformed', `${place}${printSubject(row)}, ${field}: ${issue?.message}`)
}

const subject = z.object({
  showid: z.unknown().optional(),
  showdate: z.unknown().optional(),
  slug: z.unknown().optional(),
})

/** Which show or song a row is about, as far as it can be read. */
function printSubject(row: unknown): string {
  const { showid, showdate, slug } = subject.safeParse(row).data ?? {}
  const names = [showid === undefined ? slug : `show ${showid}`, showdate].filter(
    (name) => name !== undefined,
  )
  return names.length === 0 ? '' : ` (${plainLine(names.join(', '))})`
}
