import { ICONS_PATH, MANIFEST_PATH } from '@called-it/shared/contract/served-page'
import type { Site } from '@called-it/shared/contract/site'
import type { Express } from 'express'
import { ApiError } from '../../http/errors.ts'
import { requestFacts } from '../../http/request-facts.ts'
import type { GatewayParts } from '../../parts.ts'
import { type Icons, MANIFEST_ICONS } from './icons.ts'

const FILE_NAME = /^([0-9a-f]{16})-(any|maskable)-(\d{1,4})\.png$/i

/** Browsers keep an icon for a year; of another revision they get the current one, and ask again. */
const IMMUTABLE = 'public, max-age=31536000, immutable'

type ManifestParts = Pick<GatewayParts, 'site'> & { readonly icons: Icons }

/** Serves what makes the site an app, and its icons. */
export function mountManifest(app: Express, { site, icons }: ManifestParts): void {
  const manifest = JSON.stringify(webManifest(site, icons))
  app.get(MANIFEST_PATH, (_request, response) => {
    requestFacts(response.req).route = 'manifest'
    response.set('Cache-Control', 'no-cache').type('application/manifest+json').send(manifest)
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
function webManifest({ product, band, texts }: Site, icons: Pick<Icons, 'pathOf'>) {
  return {
    // Independent of the first page, so that an installed app stays the same.
    id: '/',
    scope: '/',
    start_url: '/',
    name: `${product}: ${band.name}`,
    short_name: band.shortName,
    description: texts.welcomeTitle,
    lang: 'en',
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
