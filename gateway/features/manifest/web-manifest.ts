import type { Site } from '@called-it/shared/contract/site'
import { type Icons, MANIFEST_ICONS } from './icons.ts'

/** The ground of the dark pages in web/src/ui/tokens.css: what shows before the first paint. */
const GROUND = '#100d1c'

/** In the format of the W3C's Web Application Manifest. */
export function webManifest({ product, band, texts }: Site, icons: Pick<Icons, 'pathOf'>) {
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
