import { listCataloguePages } from '@called-it/infra/postgres/queries/catalogue/sitemap'
import { LLMS_PATH, ROBOTS_PATH, SITEMAP_PATH } from '@called-it/shared/contract/served-page'
import type { Express, Request } from 'express'
import { requestFacts } from '../../http/request-facts.ts'
import type { LoadShedder } from '../../overload/load-shedding.ts'
import type { GatewayParts } from '../../parts.ts'
import { writeOverview } from './overview.ts'
import { MAX_ADDRESSES, writeSitemap } from './sitemap.ts'

type CrawlerParts = Pick<GatewayParts, 'postgres' | 'site' | 'config'> & {
  readonly shedder: Pick<LoadShedder, 'run'>
}

/** Serves what search engines and other programs ask a site for. */
export function mountCrawlerFiles(
  app: Express,
  { postgres: { db }, site, config: { publicUrl, searchEngines }, shedder }: CrawlerParts,
): void {
  const name = (request: Request) => {
    requestFacts(request).route = 'crawlers'
  }
  const rules = searchEngines ? `Disallow:\n\nSitemap: ${publicUrl}${SITEMAP_PATH}` : 'Disallow: /'
  app.get(ROBOTS_PATH, (request, response) => {
    name(request)
    response.type('text/plain').send(`User-agent: *\n${rules}\n`)
  })
  app.get(LLMS_PATH, (request, response) => {
    name(request)
    response.type('text/plain').send(writeOverview(site, publicUrl))
  })
  app.get(SITEMAP_PATH, async (request, response) => {
    name(request)
    const pages = await shedder.run(() => listCataloguePages(db, MAX_ADDRESSES))
    response
      .set('Cache-Control', 'public, max-age=3600')
      .type('application/xml')
      .send(writeSitemap(pages, publicUrl))
  })
}
