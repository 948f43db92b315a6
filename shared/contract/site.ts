import { z } from 'zod'
import type { Language } from '../languages/formats.ts'
import { defineEndpoint } from './endpoint.ts'
import { version } from './fields.ts'

export const PRODUCT = 'Called It'

export const siteTexts = z.object({
  welcomeTitle: z.string(),
  welcomeText: z.string(),
  upcomingTitle: z.string(),
  overlayHeadline: z.string(),
  kickstartLabel: z.string(),
  kickstartMessage: z.string(),
  footer: z.array(z.string()),
})

export const issuerKey = z.enum(['1', '2', '3'])

/** Where fans may sign in: what its button needs. */
const issuerButton = z.object({
  key: issuerKey,
  label: z.string(),
  /** It refuses the browsers inside other apps. */
  refusesInApp: z.boolean(),
})
export type IssuerButton = z.output<typeof issuerButton>

/** Names and texts of the band. */
export const site = z.object({
  product: z.string(),
  band: z.object({ name: z.string(), shortName: z.string() }),
  songwriter: z.object({ name: z.string(), slug: z.string() }),
  dataSite: z.object({ name: z.string(), url: z.url().nullable() }),
  /** The band is the invented one of the demo. */
  isDemo: z.boolean(),
  /** Gateways of 0.14.0 have none. */
  issuers: z.array(issuerButton).optional(),
  /** The name of a song by what fans call it. */
  nicknames: z.record(z.string(), z.string()),
  /** In English. */
  texts: siteTexts,
  /** Those that there are in other languages, by the language. */
  translations: z.record(z.string(), siteTexts.partial()).optional(),
})
export type Site = z.output<typeof site>

export function textsOfSite({ texts, translations }: Site, language: Language): Site['texts'] {
  return Object.assign({}, texts, translations?.[language])
}

/** Who may sign up: everybody, who has a league's invitation or the admins' link, or nobody. */
export const registrationMode = z.enum(['open', 'invited', 'closed'])
export type RegistrationMode = z.output<typeof registrationMode>

const switches = { testModeEnabled: z.boolean(), siteOverlayEnabled: z.boolean() }

export const config = z.object({
  ...switches,
  /** `is_fixed`: the environment says it. Gateways of 0.14.0 do not. */
  registration: z
    .object({ mode: registrationMode, is_fixed: z.boolean() })
    .default({ mode: 'open', is_fixed: false }),
})

/** The version is that of the live topic `settings`. */
export const versionedConfig = config.extend({ version })
export type Config = z.output<typeof versionedConfig>

export const siteEndpoints = {
  getSite: defineEndpoint({
    method: 'GET',
    path: '/api/site',
    access: 'visitor',
    summary: "The band's names and texts",
    response: site,
  }),
  getConfig: defineEndpoint({
    method: 'GET',
    path: '/api/admin/config',
    access: 'visitor',
    summary: 'The public switches',
    response: z.object({ config: versionedConfig }),
  }),
  changeConfig: defineEndpoint({
    method: 'POST',
    path: '/api/admin/config',
    access: 'admin',
    summary: 'Sets the public switches, and who may sign up; a stale version is a conflict',
    body: z.strictObject({
      config: z.strictObject({
        ...switches,
        registration: registrationMode.optional(),
        version: version.optional(),
      }),
    }),
    response: z.object({ config: versionedConfig }),
  }),
} as const
