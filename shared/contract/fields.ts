import { z } from 'zod'

/** The largest id that a Postgres integer holds. */
const MAX_ID = 2_147_483_647

const idText = z
  .string()
  .regex(/^[1-9]\d{0,9}$/)
  .transform(Number)
  .refine((id) => id <= MAX_ID)

/** An id inside a path or a query: decimal digits, no sign, no exponent. */
export const pathId = idText

/** The id of something that has no number, inside a path. */
export const pathUuid = z.uuid()

/** An id inside a body: a positive integer, accepted as a string of digits as well. */
export const bodyId = z.union([z.int().positive().max(MAX_ID), idText])

/** An id in an answer. */
export const id = z.int().positive()

/** A calendar day, `YYYY-MM-DD`, always meant as a UTC day. */
export const day = z.iso.date()

/** An instant, ISO 8601 with a zone; dates never travel as anything else. */
export const instant = z.iso.datetime({ offset: true })

/**
 * Days before it have no year that every database and browser writes in the same way; after the last one comes a day
 * whose year has five digits, which no answer could carry.
 */
const FIRST_DAY = '0001-01-01'
const LAST_DAY = '9999-12-30'

/** A day that somebody enters. */
export const enteredDay = (message: string) =>
  z.iso.date(message).refine((text) => text >= FIRST_DAY && text <= LAST_DAY, message)

/** An instant that somebody sets; in UTC too its year has four digits, or no answer could carry it. */
export const enteredInstant = z.iso.datetime({ offset: true, abort: true }).refine((text) => {
  const year = new Date(text).getUTCFullYear()
  return year >= 1 && year <= 9999
})

/** Whether a database can hold a text, and be asked for it: it takes every character but this one. */
export const isStorable = (text: string) => !text.includes('\0')

/** The version of a live topic, counted from 0 (never changed). */
export const version = z.int().nonnegative()

/** Bounds of what people type. Upper bounds keep hashing, mails and boards within reason. */
export const FIELD_LIMITS = {
  displayName: { min: 2, max: 40 },
  password: { min: 8, max: 128 },
  email: { max: 254 },
  setlistNotes: { max: 10_000 },
  /** The label of a further set, and how many of them a show may have. */
  setLabel: { min: 1, max: 8 },
  furtherSets: { max: 6 },
  tourName: { min: 1, max: 120 },
  tourDescription: { max: 2_000 },
  venue: { min: 1, max: 160 },
  /** A city, a state, a country. */
  place: { max: 80 },
} as const

/** What a picture may be that is sent as an avatar. */
export const AVATAR_LIMITS = {
  bytes: 5 * 1024 * 1024,
  pixels: 40_000_000,
  /** Of a moving picture, of which the first frame is kept. */
  frames: 200,
} as const

/** The texts that a form shows under a field. */
export const FIELD_TEXTS = {
  email: 'Please enter a valid email address',
  passwordRequired: 'Password is required',
  passwordLength: 'Password must be at least 8 characters',
  passwordTooLong: 'Password must be at most 128 characters',
  passwordMismatch: 'Passwords do not match',
  displayNameLength: 'Display name must be at least 2 characters',
  displayNameTooLong: 'Display name must be at most 40 characters',
  displayNameCharacters: 'Display name must not contain control characters',
  upload: 'Please choose one file',
  search: 'Please search for letters, digits and signs',
  day: 'Please enter a date',
  tourName: `Please enter a name of at most ${FIELD_LIMITS.tourName.max} characters, in one line`,
  tourDescription: `Please keep the description to ${FIELD_LIMITS.tourDescription.max} characters`,
  setLabel: `Please enter at most ${FIELD_LIMITS.setLabel.max} characters`,
  setlistNotes: `Please keep the notes to ${FIELD_LIMITS.setlistNotes.max} characters`,
  tourEnd: 'A tour cannot end before it begins',
  venue: `Please enter a venue of at most ${FIELD_LIMITS.venue.max} characters, in one line`,
  place: `Please enter at most ${FIELD_LIMITS.place.max} characters, in one line`,
} as const

/** Trimmed and lower-cased: addresses are compared without case. */
export const email = z
  .string()
  .trim()
  .toLowerCase()
  .max(FIELD_LIMITS.email.max, FIELD_TEXTS.email)
  .pipe(z.email(FIELD_TEXTS.email))

/** A password being chosen (not one being typed at login). */
export const newPassword = z
  .string()
  .min(FIELD_LIMITS.password.min, FIELD_TEXTS.passwordLength)
  .max(FIELD_LIMITS.password.max, FIELD_TEXTS.passwordTooLong)

/** Holds for text of one line: no control characters, and none of the invisible marks that turn its direction. */
const ONE_LINE = /^[^\p{Cc}\p{Zl}\p{Zp}\u202A-\u202E\u2066-\u2069]*$/u

/** Half a character, as only programs send it, cannot be stored. */
const isWellFormed = (text: string) => text.isWellFormed()

/** Text in which lines may end, and that holds nothing else that does not print; a database takes no others. */
const MANY_LINES = /^(?:[\n\r\t]|\P{Cc})*$/u

/** Text of several lines. */
export const lines = ({ max }: { max: number }, message: string) =>
  z.string().max(max, message).regex(MANY_LINES, message).refine(isWellFormed, message)

/** Trimmed text of one line. */
export const line = ({ min, max }: { min: number; max: number }, message: string) =>
  z.string().trim().min(min, message).max(max, message).regex(ONE_LINE, message).refine(isWellFormed, message)

/**
 * A display name: trimmed, 2 to 40 characters, no control characters and none of the invisible marks
 * that turn the direction of the text after them.
 */
export const displayName = z
  .string()
  .trim()
  .min(FIELD_LIMITS.displayName.min, FIELD_TEXTS.displayNameLength)
  .max(FIELD_LIMITS.displayName.max, FIELD_TEXTS.displayNameTooLong)
  .regex(ONE_LINE, FIELD_TEXTS.displayNameCharacters)
