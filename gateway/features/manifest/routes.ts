import { ICONS_PATH, MANIFEST_PATH } from '@called-it/shared/contract/served-page'
import { type Site, textsOfSite } from '@called-it/shared/contract/site'
import type { Language } from '@called-it/shared/languages/formats'
import type { Express } from 'express'
import { ApiError } from '../../http/errors.ts'
import { requestFacts } from '../../http/request-facts.ts'
import { languageOf, VARIES_BY_LANGUAGE } from '../../http/request-language.ts'
import type { GatewayParts } from '../../parts.ts'
import { type Icons, MANIFEST_ICONS } from './icons.ts'

const FILE_NAME = /^([0-9a-f]{16})-(any|maskable)-(\d{1,4})\.png$/i

/** Browsers keep an icon for a year; of another revision they get the current one, and ask again. */
const IMMUTABLE = 'public, max-age=31536000, immutable'

type ManifestParts = Pick<GatewayParts, 'site'> & { readonly icons: Icons }

/** Serves what makes the site an app, and its icons. */
export function mountManifest(app: Express, { site, icons }: ManifestParts): void {
  app.get(MANIFEST_PATH, (request, response) => {
    requestFacts(request).route = 'manifest'
    const manifest = webManifest(site, icons, languageOf(request))
    response
      .set('Cache-Control', 'no-cache')
      .vary(VARIES_BY_LANGUAGE)
      .type('application/manifest+json')
      .send(JSON.stringify(manifest))
  })
  app.get(`${ICONS_PATH}/:file`, async ({ params }, response) => {
    requestFacts(response.req).route = 'icon'
    const [, revision, purpose = '', size] = FILE_NAME.exec(params.file.toLowerCase()) ?? []
    const png = revision === undefined ? null : await icons.find({ purpose, size: Number(size) })
    if (png === null) throw new ApiError('not_found')
    response
      .set('Cache-Control', revision === icons.revision ? IMMUTABLE : 'no-cache')
      .type('png')
      .send(png)
  })
}

/** The ground of the dark pages in web/src/ui/tokens.css: what shows before the first paint. */
const GROUND = '#100d1c'

/** In the format of the W3C's Web Application Manifest. */
function webManifest(site: Site, icons: Pick<Icons, 'pathOf'>, language: Language) {
  const { product, band } = site
  return {
    // Independent of the first page, so that an installed app stays the same.
    id: '/',
    scope: '/',
    start_url: '/',
    name: `${product}: ${band.name}`,
    short_name: band.shortName,
    description: textsOfSite(site, language).welcomeTitle,
    lang: language,
    display: 'standalone',
    theme_color: GROUND,
    background_color: GROUND,
    icons: MANIFEST_ICONS.map(({ purpose, size }) => ({
      src: icons.pathOf({ purpose, size }),
      sizes: `${size}x${size}`,
      type: 'image/png',
      purpose,
    })),
  }
}
