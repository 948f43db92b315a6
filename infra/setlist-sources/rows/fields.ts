import { enteredDay, isStorable } from '@called-it/shared/contract/fields'
import { z } from 'zod'
import { plainLine } from '../plain-text.ts'
import { SetlistSourceError } from '../source.ts'

/**
 * The fields that the rows of data sites are made of. Sites that grew out of one another write the same
 * things in the same ways: numbers as numbers or as digits, and what is unknown as null, 0 or nothing.
 */

/** More than any site has, and few enough for a database to keep them in order. */
const digits = z.string().regex(/^\d{1,20}$/, 'is not a number')

export const id = z.union([z.int().nonnegative(), digits], 'is not a number').transform(String)

/** Where the site has no id, it says null, 0 or nothing. */
export const optionalId = z
  .union([id, z.literal('')], 'is not a number')
  .nullish()
  .transform((value) => (value === '0' ? null : value || null))

/** What is beyond was never counted. */
const LARGEST_COUNT = 2_147_483_647

/** Where the site has no count, it says null or nothing. */
export const optionalCount = z
  .union([z.int(), digits.transform(Number), z.literal('')], 'is not a whole number')
  .nullish()
  .transform((value) => (typeof value === 'number' && value >= 0 && value <= LARGEST_COUNT ? value : null))

/** A place in the order of performance. */
export const position = z.union([z.int(), digits.transform(Number)], 'is not a number')

export const flag = z
  .union([z.boolean(), z.literal([0, 1, '0', '1', ''])], 'is neither 0 nor 1')
  .nullish()
  .transform((value) => Number(value ?? 0) !== 0)

/** Text that may still hold markup; empty where the site has none. */
export const text = z
  .string('is not a text')
  .nullish()
  .transform((value) => value ?? '')

export const line = text.transform(plainLine)
export const optionalLine = line.transform((value) => value || null)
export const requiredLine = line.refine((value) => value !== '', 'is empty')
export const requiredText = z.string('is not a text').min(1, 'is empty')

const LONGEST_KEY = 200

/** What the site knows something by, kept as it is written: nothing may be taken out of it. */
export const key = requiredText
  .max(LONGEST_KEY, `is longer than ${LONGEST_KEY} characters`)
  .refine((value) => isStorable(value) && value.isWellFormed(), 'holds characters that are none')

export const day = z
  .string('is not a text')
  .transform((value) => value.slice(0, 10))
  .pipe(enteredDay('is not a day, YYYY-MM-DD'))

/** Songs that were never played have no day, or one with zeros. */
export const optionalDay = z
  .unknown()
  .optional()
  .transform((value) => day.safeParse(value).data ?? null)

/** The day of a show; null for one from a time of which nobody remembers the day. */
export const showDay = z.union(
  [
    z
      .string()
      .regex(/^\d{4}-(00-\d\d|\d\d-00)/)
      .transform(() => null),
    day,
  ],
  'is not a day, YYYY-MM-DD',
)

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

/** Says in an error that a site has answered with something else. It names that as text, whatever it is. */
export function notAskedFor(field: string, value: string | number): string {
  return `field ${field}: is ${plainLine(String(value))}, which was not asked for`
}

const name = z.union([z.string(), z.number()]).optional().catch(undefined)

/** What the sites call a show's number and day, and a song. */
const subject = z.object({
  showid: name,
  show_id: name,
  id: name,
  showdate: name,
  eventDate: name,
  slug: name,
})

/** Which show or song a row is about, as far as it can be read. */
function printSubject(row: unknown): string {
  const { data } = subject.safeParse(row)
  const date = data?.showdate ?? data?.eventDate
  const show = data?.showid ?? data?.show_id ?? (date === undefined ? undefined : data?.id)
  const names = [show === undefined ? data?.slug : `show ${show}`, date].filter((part) => part !== undefined)
  return names.length === 0 ? '' : ` (${plainLine(names.join(', '))})`
}
