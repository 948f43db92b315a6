import type { Database } from '@called-it/infra/postgres/client'
import { getTopicVersion } from '@called-it/infra/postgres/queries/live/topic-versions'
import { rooms, topics } from '@called-it/shared/contract/live'
import type { Audience, Telling } from '../audience.ts'
import type { Feed } from './feed.ts'

/**
 * That songs, tours or shows are others now, told to everybody. An import may change thousands of rows, so the
 * event brings none of them: a page reads again what it shows.
 */
export function catalogueFeed(db: Database, audience: Audience): Feed {
  async function read(): Promise<Telling> {
    const to = await getTopicVersion(db, topics.catalogue)
    return { name: 'catalogue:changed', event: { topic: topics.catalogue, from: 0, to } }
  }

  return {
    tell: async () => audience.tell(rooms.public, await read()),
    retell: async () => [await read()],
  }
}
