import { enteredDay, isStorable } from '@called-it/shared/contract/entered-fields'
import { z } from 'zod'
import { plainLine } from '../plain-text.ts'
import { SetlistSourceError } from '../source.ts'

/** Numbers come as numbers or as digits; unknown values as null, 0 or an empty string. */

/** Far above any site's, and within Postgres' range. */
const digits = z.string().regex(/^\d{1,20}$/, 'is not a number')

export const id = z.union([z.int().nonnegative(), digits], 'is not a number').transform(String)

/** Null, 0 or an empty string without an id. */
export const optionalId = z
  .union([id, z.literal('')], 'is not a number')
  .nullish()
  .transform((value) => (value === '0' ? null : value || null))

/** The maximum of Postgres' integer. */
const MAX_COUNT = 2_147_483_647

/** Null or an empty string without a count. */
export const optionalCount = z
  .union([z.int(), digits.transform(Number), z.literal('')], 'is not a whole number')
  .nullish()
  .transform((value) => (typeof value === 'number' && value >= 0 && value <= MAX_COUNT ? value : null))

export const position = z.union([z.int(), digits.transform(Number)], 'is not a number')

export const flag = z
  .union([z.boolean(), z.literal([0, 1, '0', '1', ''])], 'is neither 0 nor 1')
  .nullish()
  .transform((value) => Number(value ?? 0) !== 0)

/** May still hold markup. */
export const text = z
  .string('is not a text')
  .nullish()
  .transform((value) => value ?? '')

export const line = text.transform(plainLine)
export const optionalLine = line.transform((value) => value || null)
export const requiredLine = line.refine((value) => value !== '', 'is empty')
export const requiredText = z.string('is not a text').min(1, 'is empty')

/** Text that still holds markup, and more than markup. */
export const requiredMarkup = requiredText.refine(
  (value) => plainLine(value) !== '',
  'holds nothing but markup',
)

/** Postgres refuses other texts. */
export const isStorableText = (value: string) => isStorable(value) && value.isWellFormed()

const MAX_KEY_LENGTH = 200

/** The site's own key, stored unchanged. */
export const key = requiredText
  .max(MAX_KEY_LENGTH, `is longer than ${MAX_KEY_LENGTH} characters`)
  .refine(isStorableText, 'holds characters that are none')

export const day = z
  .string('is not a text')
  .transform((value) => value.slice(0, 10))
  .pipe(enteredDay('is not a day, YYYY-MM-DD'))

/** Songs never played have no day or zeros. */
export const optionalDay = z
  .unknown()
  .optional()
  .transform((value) => day.safeParse(value).data ?? null)

/** Null when the day is unknown. */
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
 * @param place for error messages: `the list of shows, row 12`
 * @throws SetlistSourceError that names the place, the row's show or song, and the field
 */
export function parseRow<Row>(schema: z.ZodType<Row>, row: unknown, place: string): Row {
  const parsed = schema.safeParse(row)
  if (parsed.success) return parsed.data
  const [issue] = parsed.error.issues
  const field = issue === undefined || issue.path.length === 0 ? 'the row' : `field ${issue.path.join('.')}`
  throw new SetlistSourceError('malformed', `${place}${printSubject(row)}, ${field}: ${issue?.message}`)
}

/** Names the value as text, whatever its type. */
export function notAskedFor(field: string, value: string | number): string {
  return `field ${field}: is ${plainLine(String(value))}, which was not asked for`
}

const name = z.union([z.string(), z.number()]).optional().catch(undefined)

const subject = z.object({
  showid: name,
  show_id: name,
  id: name,
  showdate: name,
  eventDate: name,
  slug: name,
})

/** As far as it is readable. */
function printSubject(row: unknown): string {
  const { data } = subject.safeParse(row)
  const date = data?.showdate ?? data?.eventDate
  const show = data?.showid ?? data?.show_id ?? (date === undefined ? undefined : data?.id)
  const names = [show === undefined ? data?.slug : `show ${show}`, date].filter((part) => part !== undefined)
  return names.length === 0 ? '' : ` (${plainLine(names.join(', '))})`
}
