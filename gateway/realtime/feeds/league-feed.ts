import type { Database } from '@called-it/infra/postgres/client'
import { getTopicVersion } from '@called-it/infra/postgres/queries/events/topic-versions'
import { isLeagueMember } from '@called-it/infra/postgres/queries/leagues/league-members'
import { rooms, topics } from '@called-it/shared/contract/events'
import type { OutgoingEvent } from '../outgoing-event.ts'
import type { Audience, Feed } from './feed.ts'

/**
 * Publishes to the members who watch a league that it has changed. They refetch it.
 *
 * @param recheck takes the sockets of others out of the room
 */
export function leagueFeed(
  leagueId: number,
  { db, recheck }: { db: Database; recheck: (leagueId: number) => Promise<void> },
  audience: Audience,
): Feed {
  async function read(): Promise<OutgoingEvent> {
    const topic = topics.league(leagueId)
    return {
      name: 'league:changed',
      event: { topic, from: 0, to: await getTopicVersion(db, topic), leagueId },
    }
  }

  return {
    async publish() {
      // Before removed members leave the room: their open pages refetch, and learn that they are out.
      audience.emit(rooms.league(leagueId), await read())
      await recheck(leagueId)
    },
    eventsSince: async (session) =>
      session && (await isLeagueMember(db, leagueId, session.userId)) ? [await read()] : [],
  }
}
