import { escapeHtml } from '@called-it/infra/mail/escape-html'
import type { Show } from '@called-it/infra/postgres/queries/catalogue/shows'
import { PREVIEW_SIZE } from '@called-it/shared/contract/preview-images'
import { PRODUCT, type Site } from '@called-it/shared/contract/site'
import type { PageWords } from './page-words.ts'
import { scriptJson } from './script-json.ts'
import { type Crumb, toBreadcrumbs, toMusicEvent } from './structured-data.ts'

export type PageMeta = PageWords & {
  /** The path of its image. */
  readonly image?: string
  /** The one address of the page, by its path. */
  readonly path?: string
  /** The pages on the way from home to this one. */
  readonly trail?: readonly Crumb[]
  /** The show that the page is about. */
  readonly event?: Show
  /** In no search engine. */
  readonly isUnlisted?: boolean
}

type HeadSite = { readonly site: Site; readonly publicUrl: string }

/** The elements of a page's head for other sites and search engines, beside the title. */
export function writeHead(meta: PageMeta, { site, publicUrl }: HeadSite): string {
  const { title, description, image, path, trail = [], event, isUnlisted = false } = meta
  const absolute = (address: string) => new URL(address, publicUrl).href
  const metas: [attribute: 'name' | 'property', key: string, content: string][] = [
    ['name', 'description', description],
    ['property', 'og:site_name', PRODUCT],
    ['property', 'og:type', 'website'],
    ['property', 'og:title', title],
    ['property', 'og:description', description],
    ['name', 'twitter:card', image ? 'summary_large_image' : 'summary'],
  ]
  if (path) metas.push(['property', 'og:url', absolute(path)])
  if (image) {
    metas.push(
      ['property', 'og:image', absolute(image)],
      ['property', 'og:image:width', String(PREVIEW_SIZE.width)],
      ['property', 'og:image:height', String(PREVIEW_SIZE.height)],
      ['property', 'og:image:alt', `${title}. ${description}`],
      ['name', 'twitter:image', absolute(image)],
    )
  }
  if (isUnlisted) metas.push(['name', 'robots', 'noindex'])
  const elements = metas.map(
    ([attribute, key, content]) => `<meta ${attribute}="${key}" content="${escapeHtml(content)}" />`,
  )
  if (path) {
    const address = absolute(path)
    elements.push(`<link rel="canonical" href="${escapeHtml(address)}" />`)
    if (!isUnlisted && path !== '/') {
      const crumbs = [{ name: PRODUCT, path: '/' }, ...trail, { name: title, path }]
      const graph: object[] = [toBreadcrumbs(crumbs, absolute)]
      if (event) graph.push(toMusicEvent(event, { ...meta, address, band: site.band.name }))
      const data = { '@context': 'https://schema.org', '@graph': graph }
      elements.push(`<script type="application/ld+json">${scriptJson(data)}</script>`)
    }
  }
  return elements.join('\n    ')
}
