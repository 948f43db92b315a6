import { z } from 'zod'
import { said } from '../languages/said.ts'
import { worded } from '../languages/translate.ts'

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

export const pictureTooLarge = worded('error.large-picture', {
  mb: AVATAR_LIMITS.bytes / 1024 ** 2,
  megapixels: AVATAR_LIMITS.pixels / 1e6,
})

const NAME_LIMITS = FIELD_LIMITS.displayName

export const FIELD_TEXTS = {
  email: said('field.email'),
  passwordRequired: said('field.no-password'),
  passwordLength: said('field.password-short', FIELD_LIMITS.password),
  passwordTooLong: said('field.password-long', FIELD_LIMITS.password),
  passwordCommon: said('field.too-common'),
  passwordIsName: said('field.password-name'),
  passwordBreached: said('field.breached'),
  passwordMismatch: said('field.mismatch'),
  displayName: {
    short: said('field.name-short', NAME_LIMITS),
    long: said('field.name-long', NAME_LIMITS),
    characters: said('field.name-signs'),
    marks: said('field.name-marks'),
    link: said('field.name-link'),
    reserved: said('field.name-held'),
  },
  leagueName: {
    short: said('field.league-short', NAME_LIMITS),
    long: said('field.league-long', NAME_LIMITS),
    characters: said('field.league-signs'),
    marks: said('field.league-marks'),
    link: said('field.league-link'),
    reserved: said('field.league-held'),
  },
  nameBlocked: said('field.name-blocked'),
  code: said('field.code'),
  upload: said('field.one-file'),
  search: said('field.search'),
  day: said('field.day'),
  tourName: said('field.name', FIELD_LIMITS.tourName),
  // As text, which is written without a comma.
  tourDescription: said('field.description', { max: `${FIELD_LIMITS.tourDescription.max}` }),
  setLabel: said('field.set-label', FIELD_LIMITS.setLabel),
  setlistNotes: said('field.notes', { max: `${FIELD_LIMITS.setlistNotes.max}` }),
  tourEnd: said('field.tour-end'),
  venue: said('field.venue', FIELD_LIMITS.venue),
  songName: said('field.song', FIELD_LIMITS.songName),
  reason: said('field.reason', FIELD_LIMITS.reason),
  pastLock: said('field.past-lock'),
  notice: said('field.notice', FIELD_LIMITS.notice),
  reportNote: said('field.report-note', FIELD_LIMITS.reportNote),
  blockedWord: said('field.blocked-word', FIELD_LIMITS.blockedWord),
  timeZone: said('field.time-zone'),
  keyName: said('field.name', FIELD_LIMITS.keyName),
  webhookName: said('field.name', FIELD_LIMITS.webhookName),
  webhookUrl: said('field.https'),
  webhookKinds: said('field.webhook-kinds'),
  place: said('field.place', FIELD_LIMITS.place),
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
