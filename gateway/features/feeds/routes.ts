import { listFeedEvents } from '@called-it/infra/postgres/queries/outlets/public-events'
import { FEED_PATH } from '@called-it/shared/contract/served-page'
import type { Express } from 'express'
import { requestFacts } from '../../http/request-facts.ts'
import { textsFor, VARIES_BY_LANGUAGE } from '../../http/request-language.ts'
import type { LoadShedder } from '../../overload/load-shedding.ts'
import type { GatewayParts } from '../../parts.ts'
import { readInstallationId } from '../../resources/installation-id.ts'
import { writeFeed } from './feed.ts'

const MAX_ENTRIES = 50

type FeedRouteParts = Pick<GatewayParts, 'postgres' | 'site' | 'config'> & {
  readonly shedder: Pick<LoadShedder, 'run'>
}

/** Serves what happened at the shows as a feed. */
export function mountFeeds(app: Express, { postgres: { db }, site, config, shedder }: FeedRouteParts): void {
  app.get(FEED_PATH, async (request, response) => {
    requestFacts(request).route = 'feed'
    const { publicUrl } = config
    const feed = await shedder.run(async () => {
      const feedId = await readInstallationId(db)
      const events = await listFeedEvents(db, MAX_ENTRIES)
      return writeFeed({ events, feedId, publicUrl, site, t: textsFor(request) })
    })
    response
      .set('Cache-Control', 'no-cache')
      .vary(VARIES_BY_LANGUAGE)
      .type('application/atom+xml; charset=utf-8')
      .send(feed)
  })
}
