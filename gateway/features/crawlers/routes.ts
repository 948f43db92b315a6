import { listCataloguePages } from '@called-it/infra/postgres/queries/catalogue/sitemap'
import type { Express, RequestHandler } from 'express'
import { ApiError } from '../../http/errors.ts'
import { requestFacts } from '../../http/request-facts.ts'
import type { LoadShedder } from '../../overload/load-shedding.ts'
import type { GatewayParts } from '../../parts.ts'
import { SITEMAP_PATH, writeOverview } from './overview.ts'
import { MAX_ADDRESSES, writeSitemap } from './sitemap.ts'

type CrawlerParts = Pick<GatewayParts, 'postgres' | 'site' | 'config'> & {
  readonly shedder: Pick<LoadShedder, 'run'>
}

/** What has its own `noindex` stays readable, for previews of links. */
const REFUSAL = ['/s/', '/join/', '/preview/'].map((path) => `Allow: ${path}\n`).join('')

/** Serves what search engines and other programs ask a site for. */
export function mountCrawlerFiles(
  app: Express,
  { postgres: { db }, site, config, shedder }: CrawlerParts,
): void {
  const nameRoute: RequestHandler = (request, _response, next) => {
    requestFacts(request).route = 'crawlers'
    next()
  }
  app.get('/robots.txt', nameRoute, (_request, response) => {
    const rules = config.searchEngines
      ? `Disallow:\n\nSitemap: ${config.publicUrl}${SITEMAP_PATH}\n`
      : `${REFUSAL}Disallow: /\n`
    response.type('text/plain').send(`User-agent: *\n${rules}`)
  })
  app.get('/llms.txt', nameRoute, (_request, response) => {
    response.type('text/plain').send(writeOverview(site, config.publicUrl))
  })
  app.get(SITEMAP_PATH, nameRoute, async (_request, response) => {
    if (!config.searchEngines) throw new ApiError('not_found')
    const pages = await shedder.run(() => listCataloguePages(db, MAX_ADDRESSES))
    response.type('application/xml').send(writeSitemap(pages, config.publicUrl))
  })
}
