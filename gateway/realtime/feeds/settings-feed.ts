import type { Database } from '@called-it/infra/postgres/client'
import { getSettings } from '@called-it/infra/postgres/queries/work/settings'
import { rooms, topics } from '@called-it/shared/contract/events'
import type { OutgoingEvent } from '../outgoing-event.ts'
import type { Audience, Feed } from './feed.ts'

/** Publishes the complete settings to all sockets, as a step from 0. */
export function settingsFeed(db: Database, audience: Audience): Feed {
  async function read(): Promise<OutgoingEvent> {
    const { version, ...config } = await getSettings(db)
    return { name: 'config:changed', event: { topic: topics.settings, from: 0, to: version, config } }
  }

  return {
    publish: async () => audience.emit(rooms.public, await read()),
    eventsSince: async () => [await read()],
  }
}
