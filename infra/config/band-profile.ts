import type { Site } from '@called-it/shared/contract/site'
import { DEFAULT_SCHEDULE, LOCAL_TIME, MAX_GRACE_MINUTES } from '@called-it/shared/game/calendar'
import { LANGUAGE_CODE } from '@called-it/shared/languages/formats'
import { z } from 'zod'
import { contact } from './settings.ts'

const text = z
  .string({ error: missingOr('is not a text') })
  .trim()
  .min(1, 'is empty')
const line = text.max(200, 'is longer than 200 characters')
const paragraph = text.max(2_000, 'is longer than 2,000 characters')

const slug = line.regex(
  /^[a-z0-9]+(-[a-z0-9]+)*$/,
  'is not a slug: small letters and digits, with hyphens between them',
)

/** Only what a browser may open: a link is made of it. */
const webAddress = z.url({ protocol: /^https?$/, error: 'is not an http or https address' })

const footer = z
  .array(line, { error: missingOr('is not a list of texts') })
  .min(1, 'is empty')
  .max(5, 'has more than 5 lines')

const startTime = line.regex(LOCAL_TIME, 'is not a time such as 19:30')

const colour = line.regex(/^#[0-9a-f]{6}$/i, 'is not a colour such as #ffb43a')

const graceMinutes = z
  .int({ error: missingOr('is not a whole number') })
  .min(0, 'is negative')
  .max(MAX_GRACE_MINUTES, `is more than ${MAX_GRACE_MINUTES}`)

/** They are part of every page. */
const MAX_NICKNAMES = 200

/** Strict: a misspelt name is an error. */
const group = <Shape extends z.ZodRawShape>(shape: Shape) => z.strictObject(shape, { error: groupError })

function groupError(issue: z.core.$ZodRawIssue): string {
  if (issue.code === 'unrecognized_keys') return `has unknown names: ${issue.keys.join(', ')}`
  return missingOr('is not an object')(issue)
}

function missingOr(reason: string) {
  return ({ input }: z.core.$ZodRawIssue) => (input === undefined ? 'is missing' : reason)
}

const texts = {
  welcomeTitle: line,
  welcomeText: line,
  upcomingTitle: line,
  overlayHeadline: line,
  kickstartLabel: line,
  kickstartMessage: line,
  footer,
}

const sections = z
  .array(
    group({
      title: line,
      text: z.array(paragraph, { error: missingOr('is not a list of texts') }).min(1, 'is empty'),
    }),
    { error: missingOr('is not a list of sections') },
  )
  .min(1, 'is empty')

const legalTexts = group({ privacy: sections, terms: sections }).partial()

const language = z.string().regex(LANGUAGE_CODE, 'is not the code of a language such as de')

/** The names and texts that belong to the band. The product keeps its own name, whatever the band. */
export const bandProfile = group({
  band: group({
    name: line,
    shortName: line,
  }),
  /** The path of an SVG file, from the folder of the profile. Null: the product's check mark. */
  logo: line
    .regex(/\.svg$/i, 'does not end in .svg')
    .nullable()
    .default(null),
  /** The ground of the app's icons. */
  accent: colour.default('#ffb43a'),
  songwriter: group({
    name: line,
    slug,
  }),
  dataSite: group({ name: line, url: webAddress.nullable() }),
  schedule: group({
    startsLocal: startTime.default(DEFAULT_SCHEDULE.startsLocal),
    graceMinutes: graceMinutes.default(DEFAULT_SCHEDULE.graceMinutes),
  }).prefault({}),
  nicknames: z
    .record(line, line, { error: 'is not an object of texts' })
    .refine(
      (nicknames) => Object.keys(nicknames).length <= MAX_NICKNAMES,
      `has more than ${MAX_NICKNAMES} names`,
    )
    .default({}),
  texts: group(texts),
  /** Of the same names; English takes the place of what is missing. */
  translations: z
    .record(language, group(texts).partial(), { error: 'is not an object of texts by language' })
    .optional(),
  /** Pages of their own, in place of those of the product. */
  legal: legalTexts
    .extend({
      contact: contact.nullable().default(null),
      translations: z
        .record(language, legalTexts, { error: 'is not an object of texts by language' })
        .optional(),
    })
    .prefault({}),
}) satisfies z.ZodType<Omit<Site, 'product' | 'isDemo'>>

export type BandProfile = z.output<typeof bandProfile>
