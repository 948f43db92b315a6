import { z } from 'zod'

/* What people and sources enter: the limits, and what forms say when one is exceeded. */

/**
 * Years of four digits, in every time zone and on the day before, when picks close in an unknown one: databases and
 * browsers write other years differently.
 */
const FIRST_DAY = '0001-01-02'
const LAST_DAY = '9999-12-30'

export const enteredDay = (message: string) =>
  z.iso.date(message).refine((text) => text >= FIRST_DAY && text <= LAST_DAY, message)

/** Its year has four digits in UTC too, so that responses can contain it. */
export const enteredInstant = z.iso.datetime({ offset: true, abort: true }).refine((text) => {
  const year = new Date(text).getUTCFullYear()
  return year >= 1 && year <= 9999
})

/** Postgres refuses the NUL character. */
export const isStorable = (text: string) => !text.includes('\0')

export const FIELD_LIMITS = {
  displayName: { min: 2, max: 40 },
  password: { min: 8, max: 128 },
  email: { max: 254 },
  setlistNotes: { max: 10_000 },
  setLabel: { min: 1, max: 8 },
  furtherSets: { max: 6 },
  tourName: { min: 1, max: 120 },
  tourDescription: { max: 2_000 },
  venue: { min: 1, max: 160 },
  songName: { min: 1, max: 160 },
  /** City, state or country. */
  place: { max: 80 },
  reason: { min: 3, max: 200 },
  songSearch: { max: 200 },
  notice: { min: 3, max: 500 },
  reportNote: { max: 500 },
  blockedWord: { min: 2, max: 40 },
  keyName: { min: 1, max: 60 },
  webhookName: { min: 1, max: 60 },
  webhookUrl: { max: 2_000 },
} as const

export const AVATAR_LIMITS = {
  bytes: 5 * 1024 * 1024,
  pixels: 40_000_000,
  /** Only the first frame of an animation is used. */
  frames: 200,
} as const

const nameTexts = (field: 'Display name' | 'League name') => ({
  short: `${field} must be at least ${FIELD_LIMITS.displayName.min} characters`,
  long: `${field} must be at most ${FIELD_LIMITS.displayName.max} characters`,
  characters: `${field} must not contain invisible or control characters`,
  marks: `${field} must not have more than two accents in a row`,
  link: `${field} must not contain a web address`,
  reserved: `This name is reserved. Please choose another ${field.toLowerCase()}`,
})

export const FIELD_TEXTS = {
  email: 'Please enter a valid email address',
  passwordRequired: 'Password is required',
  passwordLength: 'Password must be at least 8 characters',
  passwordTooLong: 'Password must be at most 128 characters',
  passwordCommon: 'This password is too common. Please choose another one',
  passwordIsName: 'Please choose a password that is not a name or an address',
  passwordBreached: 'This password is known from a data breach. Please choose another one',
  passwordMismatch: 'Passwords do not match',
  displayName: nameTexts('Display name'),
  leagueName: nameTexts('League name'),
  nameBlocked: 'This name has a word that is not allowed here',
  upload: 'Please choose one file',
  search: 'Please search for letters, digits and signs',
  day: 'Please enter a date',
  tourName: `Please enter a name of at most ${FIELD_LIMITS.tourName.max} characters, in one line`,
  tourDescription: `Please keep the description to ${FIELD_LIMITS.tourDescription.max} characters`,
  setLabel: `Please enter at most ${FIELD_LIMITS.setLabel.max} characters`,
  setlistNotes: `Please keep the notes to ${FIELD_LIMITS.setlistNotes.max} characters`,
  tourEnd: 'A tour cannot end before it begins',
  venue: `Please enter a venue of at most ${FIELD_LIMITS.venue.max} characters, in one line`,
  songName: `Please enter a song of at most ${FIELD_LIMITS.songName.max} characters, in one line`,
  reason: 'Please say why, in 3 to 200 characters',
  pastLock: 'Please choose a time in the future, or close the picks now',
  notice: `Please write 3 to ${FIELD_LIMITS.notice.max} characters`,
  reportNote: `Please keep it to ${FIELD_LIMITS.reportNote.max} characters`,
  blockedWord: `Please enter ${FIELD_LIMITS.blockedWord.min} to ${FIELD_LIMITS.blockedWord.max} letters or digits`,
  timeZone: 'Please choose a time zone, such as America/New_York',
  keyName: `Please enter a name of at most ${FIELD_LIMITS.keyName.max} characters, in one line`,
  webhookName: `Please enter a name of at most ${FIELD_LIMITS.webhookName.max} characters, in one line`,
  webhookUrl: 'Please enter an address that begins with https://',
  webhookKinds: 'Please choose what is sent',
  place: `Please enter at most ${FIELD_LIMITS.place.max} characters, in one line`,
} as const

export const email = z
  .string()
  .trim()
  .toLowerCase()
  .max(FIELD_LIMITS.email.max, FIELD_TEXTS.email)
  .pipe(z.email(FIELD_TEXTS.email))

export const newPassword = z
  .string()
  .min(FIELD_LIMITS.password.min, FIELD_TEXTS.passwordLength)
  .max(FIELD_LIMITS.password.max, FIELD_TEXTS.passwordTooLong)

/** No control characters, line breaks or bidirectional overrides. */
const ONE_LINE = /^[^\p{Cc}\p{Zl}\p{Zp}\u202A-\u202E\u2066-\u2069]*$/u

/** Postgres refuses lone surrogates. */
const isWellFormed = (text: string) => text.isWellFormed()

/** No control characters but line breaks and tabs. */
const MANY_LINES = /^(?:[\n\r\t]|\P{Cc})*$/u

export const lines = ({ max }: { max: number }, message: string) =>
  z.string().max(max, message).regex(MANY_LINES, message).refine(isWellFormed, message)

export const line = ({ min, max }: { min: number; max: number }, message: string) =>
  z.string().trim().min(min, message).max(max, message).regex(ONE_LINE, message).refine(isWellFormed, message)
