import { escapeHtml } from '@called-it/infra/mail/escape-html'
import type { CataloguePage } from '@called-it/infra/postgres/queries/catalogue/sitemap'
import { publicPaths } from '@called-it/shared/contract/page-paths'

const FIXED = [
  'home',
  'leaderboard',
  'machine',
  'aboveExpectation',
  'practiceShows',
  'privacy',
  'terms',
] as const

/** The format allows 50,000. */
export const MAX_ADDRESSES = 50_000 - FIXED.length

/** In the format of sitemaps.org. Players are found by the boards. */
export function writeSitemap(pages: readonly CataloguePage[], publicUrl: string): string {
  const addresses = [
    ...FIXED.map((page) => entry(publicUrl + publicPaths[page], null)),
    ...pages.map((page) => entry(publicUrl + pathOf(page), page.changedAt)),
  ]
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">',
    ...addresses,
    '</urlset>\n',
  ].join('\n')
}

function pathOf(page: CataloguePage): string {
  return page.page === 'song' ? publicPaths.song(page) : publicPaths[page.page](page.id)
}

function entry(address: string, changedAt: Date | null): string {
  const changed = changedAt ? `<lastmod>${changedAt.toISOString()}</lastmod>` : ''
  return `<url><loc>${escapeHtml(address)}</loc>${changed}</url>`
}
