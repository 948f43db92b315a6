import { listFeedEvents } from '@called-it/infra/postgres/queries/outlets/public-events'
import { FEED_PATH } from '@called-it/shared/contract/served-page'
import type { Express } from 'express'
import { requestFacts } from '../../http/request-facts.ts'
import type { LoadShedder } from '../../overload/load-shedding.ts'
import type { GatewayParts } from '../../parts.ts'
import { readInstallationId } from '../../resources/installation-id.ts'
import { writeFeed } from './feed.ts'

const MAX_ENTRIES = 50

type FeedRouteParts = Pick<GatewayParts, 'postgres' | 'site' | 'config'> & {
  readonly shedder: Pick<LoadShedder, 'run'>
}

/** Serves what happened at the shows as a feed. */
export function mountFeeds(
  app: Express,
  { postgres: { db }, site, config: { publicUrl }, shedder }: FeedRouteParts,
): void {
  app.get(FEED_PATH, async (_request, response) => {
    requestFacts(response.req).route = 'feed'
    const feed = await shedder.run(async () => {
      const feedId = await readInstallationId(db)
      return writeFeed({ events: await listFeedEvents(db, MAX_ENTRIES), feedId, publicUrl, site })
    })
    response.set('Cache-Control', 'no-cache').type('application/atom+xml; charset=utf-8').send(feed)
  })
}
