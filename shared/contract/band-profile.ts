import { z } from 'zod'
import { DEFAULT_SCHEDULE, LOCAL_TIME, MAX_GRACE_MINUTES } from '../game/calendar.ts'
import { isTimeZone } from '../game/time-zones.ts'
import { LANGUAGE_CODE } from '../languages/formats.ts'
import { said } from '../languages/said.ts'
import { faultOfLogo } from './band-logo.ts'
import { defineEndpoint } from './endpoint.ts'
import { legal } from './legal.ts'
import { site, siteTexts } from './site.ts'

const text = z
  .string({ error: missingOr('is not a text') })
  .trim()
  .min(1, said('band.empty'))
const line = upTo(200)
const paragraph = upTo(2_000)

function upTo(max: number) {
  return text.max(max, said('band.too-long', { max }))
}

const slug = line.regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, said('band.no-slug'))

/** Only what a browser may open: a link is made of it. */
const webAddress = z.url({ protocol: /^https?$/, error: said('band.no-address') })

const MAX_FOOTER_LINES = 5

const footer = z
  .array(line, { error: missingOr('is not a list of texts') })
  .min(1, said('band.empty'))
  .max(MAX_FOOTER_LINES, said('band.many-lines', { max: MAX_FOOTER_LINES }))

const startTime = line.regex(LOCAL_TIME, said('band.no-time'))

const colour = line.regex(/^#[0-9a-f]{6}$/i, said('band.no-colour'))
export const isColour = (given: string) => colour.safeParse(given).success
export const DEFAULT_ACCENT = '#ffb43a'

const graceMinutes = z
  .int({ error: missingOr(said('setting.no-whole')) })
  .min(0, said('band.negative'))
  .max(MAX_GRACE_MINUTES, said('band.too-much', { max: MAX_GRACE_MINUTES }))

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
      text: z.array(paragraph, { error: missingOr('is not a list of texts') }).min(1, said('band.empty')),
    }),
    { error: missingOr('is not a list of sections') },
  )
  .min(1, said('band.empty'))

const legalTexts = group({ privacy: sections, terms: sections }).partial()

const language = z.string().regex(LANGUAGE_CODE, 'is not the code of a language such as de')

/** As a URI; an address alone becomes one. */
export const contact = z
  .string('is not a text')
  .trim()
  .transform((given) => (/^[^\s@:/]+@[^\s@:/]+$/.test(given) ? `mailto:${given}` : given))
  .refine((given) => /^(?:mailto:|tel:|https:\/\/)\S+$/.test(given), said('setting.no-contact'))

const logo = text.superRefine((svg, context) => {
  const message = faultOfLogo(svg)
  if (message !== null) context.addIssue({ code: 'custom', message })
})

/** The names and texts that belong to the band. The product keeps its own name, whatever the band. */
export const bandProfile = group({
  band: group({
    name: line,
    shortName: line,
  }),
  /** SVG. Null: the product's check mark. */
  logo: logo.nullable().default(null),
  /** The ground of the app's icons. */
  accent: colour.default(DEFAULT_ACCENT),
  songwriter: group({
    name: line,
    slug,
  }),
  dataSite: group({ name: line, url: webAddress.nullable() }),
  schedule: group({
    startsLocal: startTime.default(DEFAULT_SCHEDULE.startsLocal),
    graceMinutes: graceMinutes.default(DEFAULT_SCHEDULE.graceMinutes),
    /** The band's home: of venues whose zone nobody knows. */
    zone: line.refine(isTimeZone, said('band.no-zone')).nullable().default(DEFAULT_SCHEDULE.zone),
  }).prefault({}),
  nicknames: z
    .record(line, line, { error: 'is not an object of texts' })
    .refine(
      (nicknames) => Object.keys(nicknames).length <= MAX_NICKNAMES,
      said('band.many-names', { max: MAX_NICKNAMES }),
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
})
export type BandProfile = z.output<typeof bandProfile>

/** In place of the band's name in the texts that are proposed. */
export const BAND_IN_PROPOSALS = '{band}'

const profileInEffect = z.object({
  ...site.pick({
    band: true,
    songwriter: true,
    dataSite: true,
    nicknames: true,
    texts: true,
    translations: true,
  }).shape,
  logo: z.string().nullable(),
  accent: z.string(),
  schedule: z.object({ startsLocal: z.string(), graceMinutes: z.int(), zone: z.string().nullable() }),
  legal,
})
export type BandInEffect = z.output<typeof profileInEffect>

export const bandProfileEndpoints = {
  getBandProfile: defineEndpoint({
    method: 'GET',
    path: '/api/admin/band',
    access: 'admin',
    summary: 'The band profile in effect, with its logo as SVG, and texts for a new one by language',
    response: z.object({
      profile: profileInEffect,
      /** With `{band}` for the name of the band. */
      proposals: z.record(z.string(), siteTexts),
    }),
  }),
} as const
/** By language. */
export type BandProposals = z.output<typeof bandProfileEndpoints.getBandProfile.response>['proposals']
