import type { Database } from '@called-it/infra/postgres/client'
import { getSettings } from '@called-it/infra/postgres/queries/work/settings'
import { rooms, topics } from '@called-it/shared/contract/live'
import type { Audience, Telling } from '../audience.ts'
import type { Feed } from './feed.ts'

/** The switches, told to everybody. They are told whole, so that a step from 0 leads on from anything. */
export function settingsFeed(db: Database, audience: Audience): Feed {
  async function read(): Promise<Telling> {
    const { version, ...config } = await getSettings(db)
    return { name: 'config:changed', event: { topic: topics.settings, from: 0, to: version, config } }
  }

  return {
    tell: async () => audience.tell(rooms.public, await read()),
    retell: async () => [await read()],
  }
}
