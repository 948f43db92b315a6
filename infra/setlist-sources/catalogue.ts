import { delimiter } from 'node:path'
import { english } from '@called-it/languages/texts'
import { said, sayIssue } from '@called-it/shared/languages/said'
import { z } from 'zod'
import { createDemoSource } from './demo/demo-source.ts'
import { createFileSource, type FileOptions } from './file/file-source.ts'
import { createPhishnetSource, type PhishnetOptions } from './phishnet/phishnet-source.ts'
import type { SiteParts } from './request.ts'
import * as setlistfm from './setlistfm/find-artists.ts'
import { createSetlistfmSource, type SetlistfmOptions } from './setlistfm/setlistfm-source.ts'
import { createSongfishSource, type SongfishOptions } from './songfish/songfish-source.ts'
import type { SetlistSource, SourceDay } from './source.ts'

/** Needs no parts. */
export { createFileSource }

export interface SetlistSourceParts {
  /** Resolves when one request may be sent: at most one a second over all workers. */
  readonly permit: () => Promise<void>
  /** Today's UTC day by the database's clock. For the demo only. */
  readonly today: () => Promise<SourceDay>
  readonly demoAnchor: () => Promise<SourceDay>
  /** For a test of a site. */
  readonly until?: AbortSignal | undefined
}

export interface DemoOptions {
  /** Overrides the installation's anchor, for reproducible dates; null: the installation's. */
  readonly anchor: SourceDay | null
}

export interface SetlistSourceOptions {
  readonly demo: DemoOptions
  readonly file: FileOptions
  readonly phishnet: PhishnetOptions
  readonly songfish: SongfishOptions
  readonly setlistfm: SetlistfmOptions
}

export type SetlistSourceName = keyof SetlistSourceOptions

/** The options may hold a key: never log them. */
export type SetlistSourceSetting<Name extends SetlistSourceName = SetlistSourceName> = {
  readonly [N in Name]: { readonly name: N; readonly options: SetlistSourceOptions[N] }
}[Name]

interface CatalogueEntry<Name extends SetlistSourceName> {
  /** Why a setting is refused: it has not this form. */
  readonly refusal: string
  /** Parses what follows the name and its colon; empty when nothing does. */
  readonly setting: z.ZodType<SetlistSourceSetting<Name>, string>
  readonly create: (options: SetlistSourceOptions[Name], parts: SetlistSourceParts) => SetlistSource
}

const PHISHNET_URL = 'https://api.phish.net/v5'
const SETLISTFM_URL = 'https://api.setlist.fm/rest/1.0'

/** Up to and including the API's version. */
const baseUrl = z
  .string()
  .regex(/^https?:\/\/[^\s?#]+$/)
  .refine((url) => URL.canParse(url))
  .transform((url) => url.replace(/\/+$/, ''))

/** A new source is an adapter in its own folder and an entry here. */
const catalogue: { readonly [Name in SetlistSourceName]: CatalogueEntry<Name> } = {
  demo: {
    refusal: said('setting.no-demo'),
    setting: z
      .union([z.literal('').transform(() => null), z.iso.date()])
      .transform((anchor) => ({ name: 'demo', options: { anchor } })),
    create: ({ anchor }, { today, demoAnchor }) =>
      createDemoSource({ today, anchor: anchor === null ? demoAnchor : async () => anchor }),
  },
  file: {
    refusal: said('setting.no-file', { delimiter }),
    setting: z
      .string()
      .transform((paths) => paths.split(delimiter).filter((path) => path !== ''))
      .refine((paths) => paths.length > 0)
      .transform((paths) => ({ name: 'file', options: { paths } })),
    create: (options) => createFileSource(options),
  },
  phishnet: {
    refusal: said('setting.no-phishnet'),
    setting: z
      .string()
      .transform((text) => {
        const [apiKey, url = PHISHNET_URL] = text.split(/@(.*)/)
        return { apiKey, baseUrl: url }
      })
      .pipe(z.object({ apiKey: z.string().regex(/^\w+$/), baseUrl }))
      .transform((options) => ({ name: 'phishnet', options })),
    create: (options, parts) => createPhishnetSource(options, parts),
  },
  songfish: {
    refusal: said('setting.no-songfish'),
    setting: baseUrl.transform((url) => ({ name: 'songfish', options: { baseUrl: url } })),
    create: (options, parts) => createSongfishSource(options, parts),
  },
  setlistfm: {
    refusal: said('setting.no-setlistfm'),
    setting: z
      .string()
      .transform((text) => {
        const [band = '', url = SETLISTFM_URL] = text.split(/@(.*)/)
        const [apiKey, mbid] = band.split(/:(.*)/)
        return { apiKey, mbid, baseUrl: url }
      })
      .pipe(z.object({ apiKey: z.string().regex(/^[\w-]+$/), mbid: z.guid().toLowerCase(), baseUrl }))
      .transform((options) => ({ name: 'setlistfm', options })),
    create: (options, parts) => createSetlistfmSource(options, parts),
  },
}

type SourceSettings = {
  readonly SETLIST_SOURCE: SetlistSourceSetting
  readonly SETLIST_SOURCE_URL?: string | undefined
  readonly DATA_DIR: string
}

/** The source with its site at the mirror, if there is one, and with paths below the data folder of this program. */
export function locateSource({
  SETLIST_SOURCE: setting,
  SETLIST_SOURCE_URL: mirror,
  DATA_DIR,
}: SourceSettings) {
  if (setting.name === 'file') {
    const paths = setting.options.paths.map((path) => path.replace(/^DATA_DIR(?=\/)/, () => DATA_DIR))
    return { ...setting, options: { paths } }
  }
  return mirror === undefined || setting.name === 'demo' ? setting : moveSource(setting, mirror)
}

function moveSource(
  setting: SetlistSourceSetting<'phishnet' | 'songfish' | 'setlistfm'>,
  url: string,
): SetlistSourceSetting {
  const at = { baseUrl: url.replace(/\/+$/, '') }
  if (setting.name === 'phishnet') return { ...setting, options: { ...setting.options, ...at } }
  if (setting.name === 'songfish') return { ...setting, options: at }
  return { ...setting, options: { ...setting.options, ...at } }
}

/** On setlist.fm, or its mirror: its source needs the id of an artist. */
export function findArtists(
  apiKey: string,
  name: string,
  { SETLIST_SOURCE_URL: mirror = SETLISTFM_URL }: Pick<SourceSettings, 'SETLIST_SOURCE_URL'>,
  parts: SiteParts,
) {
  return setlistfm.findArtists({ apiKey, baseUrl: mirror.replace(/\/+$/, '') }, name, parts)
}

export function createSetlistSource<Name extends SetlistSourceName>(
  { name, options }: SetlistSourceSetting<Name>,
  parts: SetlistSourceParts,
): SetlistSource {
  return catalogue[name].create(options, parts)
}

const sourceName = z.enum({
  demo: 'demo',
  file: 'file',
  phishnet: 'phishnet',
  songfish: 'songfish',
  setlistfm: 'setlistfm',
} as const satisfies { [Name in SetlistSourceName]: Name })

/** A page of the site, given where another source is meant. */
const SETLISTFM_PAGE = /(https?:\/\/|www\.)([\w-]+\.)*setlist\.fm\b/i

/** The `SETLIST_SOURCE` setting. Its issues never repeat the value, which may hold a key. */
export const setlistSourceSetting = z.string().transform((text, context): SetlistSourceSetting => {
  const [name, argument = ''] = text.split(/:(.*)/s)
  const known = sourceName.safeParse(name)
  if (known.data !== 'setlistfm' && SETLISTFM_PAGE.test(text)) {
    context.addIssue({ code: 'custom', message: said('setting.is-page') })
    return z.NEVER
  }
  const setting = known.success ? catalogue[known.data].setting.safeParse(argument) : undefined
  if (setting?.success) return setting.data
  const message = known.success ? catalogue[known.data].refusal : said('setting.no-source', { delimiter })
  context.addIssue({ code: 'custom', message })
  return z.NEVER
})

/** @throws Error that names the expected form and never repeats the value */
export function parseSetlistSourceSetting(value: string): SetlistSourceSetting {
  const parsed = setlistSourceSetting.safeParse(value)
  if (parsed.success) return parsed.data
  throw new Error(
    `SETLIST_SOURCE ${parsed.error.issues.map((issue) => sayIssue(english, issue.message)).join('; ')}`,
  )
}
