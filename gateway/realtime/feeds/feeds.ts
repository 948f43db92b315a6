import type { Database } from '@called-it/infra/postgres/client'
import { listHiddenUsers } from '@called-it/infra/postgres/queries/accounts/users'
import { getTopicVersion } from '@called-it/infra/postgres/queries/events/topic-versions'
import { inSnapshot } from '@called-it/infra/postgres/queries/work/database'
import { readTopic, rooms, topics } from '@called-it/shared/contract/events'
import { GLOBAL_BOARD, LEADERBOARD_PAGE } from '@called-it/shared/contract/leaderboards'
import { readBoard } from '../../features/leaderboards/service.ts'
import { findLiveShow, type LiveShowParts } from '../../features/live-shows/live-show.ts'
import type { OperationsParts } from '../../features/operations/state.ts'
import { type PublicConfigParts, readPublicConfig } from '../../resources/public-config.ts'
import type { OutgoingEvent } from '../outgoing-event.ts'
import type { Watched } from '../watched-rooms.ts'
import { boardFeed } from './board-feed.ts'
import type { Audience, Feed } from './feed.ts'
import { leagueFeed } from './league-feed.ts'
import { liveFeed } from './live-feed.ts'
import { notificationsFeed } from './notifications-feed.ts'
import { operationsFeed } from './operations-feed.ts'
import { runsFeed } from './runs-feed.ts'
import { showFeed } from './show-feed.ts'

const FIRST_PAGE = { limit: LEADERBOARD_PAGE.size, after: null }

type FeedParts = OperationsParts &
  PublicConfigParts & {
    readonly liveShows: LiveShowParts
    /** Takes sockets of users who are no member any more out of a league's room. */
    readonly recheckLeague: (leagueId: number) => Promise<void>
  }

/** The switch is exhaustive: a topic kind without a feed does not compile. */
export function openFeeds({ db, config, queues, liveShows, recheckLeague }: FeedParts, audience: Audience) {
  const settings = settingsFeed({ db, config }, audience)
  const runs = runsFeed(db, audience)
  const operations = operationsFeed({ db, queues }, audience)
  const catalogue = catalogueFeed(db, audience)
  const deletions = deletionsFeed(db, audience)
  const notifications = notificationsFeed(db, audience)
  const createBoardFeed = (board: number) =>
    boardFeed(board, () => readBoard({ db, orders: null }, board, FIRST_PAGE), audience)
  const boards = new Map([[GLOBAL_BOARD, createBoardFeed(GLOBAL_BOARD)]])

  const createLiveFeed = (showId: number) => liveFeed(showId, () => findLiveShow(liveShows, showId), audience)
  const watchedShows = new Map<number, Feed>()

  /** Null for an unknown topic, and for a board, a live show or a league that no socket here follows. */
  function feedOf(name: string): Feed | null {
    const topic = readTopic(name)
    switch (topic?.kind) {
      case 'settings':
        return settings
      case 'runs':
        return runs
      case 'operations':
        return operations
      case 'deletions':
        return deletions
      case 'board':
        return boards.get(topic.board) ?? null
      case 'show':
        return showFeed(topic.showId, db, audience)
      case 'setlist':
        return setlistFeed(topic.showId, db, audience)
      case 'live':
        return watchedShows.get(topic.showId) ?? null
      case 'catalogue':
        return catalogue
      case 'notifications':
        return notifications
      case 'league':
        return audience.hasSockets(rooms.league(topic.leagueId))
          ? leagueFeed(topic.leagueId, { db, recheck: recheckLeague }, audience)
          : null
      case 'chances':
      case undefined:
        return null
    }
  }

  return {
    feedOf,
    /** Publish the returned topic afterwards, so that the feed has a first state; null for a feed that is open. */
    open({ kind, id }: Watched): string | null {
      if (kind === 'league') return null
      if (kind === 'board') {
        if (boards.has(id)) return null
        boards.set(id, createBoardFeed(id))
        return topics.board(id)
      }
      if (watchedShows.has(id)) return null
      watchedShows.set(id, createLiveFeed(id))
      return topics.live(id)
    },
    close({ kind, id }: Watched): void {
      if (kind === 'show') watchedShows.delete(id)
      else if (kind === 'board' && id !== GLOBAL_BOARD) boards.delete(id)
    },
  }
}

/** Publishes the complete settings to all sockets, as a step from 0. */
function settingsFeed(parts: PublicConfigParts, audience: Audience): Feed {
  async function read(): Promise<OutgoingEvent> {
    const { version, ...config } = await readPublicConfig(parts)
    return { name: 'config:changed', event: { topic: topics.settings, from: 0, to: version, config } }
  }

  return {
    publish: async () => audience.emit(rooms.public, await read()),
    eventsSince: async () => [await read()],
  }
}

/**
 * Publishes to all sockets that songs, tours or shows have changed. The event has no rows, since an import may change
 * thousands: a page refetches what it shows.
 */
function catalogueFeed(db: Database, audience: Audience): Feed {
  async function read(): Promise<OutgoingEvent> {
    const to = await getTopicVersion(db, topics.catalogue)
    return { name: 'catalogue:changed', event: { topic: topics.catalogue, from: 0, to } }
  }

  return {
    publish: async () => audience.emit(rooms.public, await read()),
    eventsSince: async () => [await read()],
  }
}

/**
 * Publishes who was deleted or suspended lately to all sockets: pages may hold rows of a board that no other event
 * covers.
 */
function deletionsFeed(db: Database, audience: Audience): Feed {
  const read = (): Promise<OutgoingEvent> =>
    inSnapshot(db, async (trx) => {
      const to = await getTopicVersion(trx, topics.deletions)
      const userIds = await listHiddenUsers(trx)
      return { name: 'users:deleted', event: { topic: topics.deletions, from: 0, to, userIds } }
    })

  return {
    publish: async () => audience.emit(rooms.public, await read()),
    eventsSince: async () => [await read()],
  }
}

/** Publishes to the operators who watch a show that its editor has changed. They refetch it. */
function setlistFeed(showId: number, db: Database, audience: Audience): Feed {
  const room = rooms.editors(showId)

  async function read(): Promise<OutgoingEvent> {
    const topic = topics.setlist(showId)
    return {
      name: 'setlist:changed',
      event: { topic, from: 0, to: await getTopicVersion(db, topic), showId },
    }
  }

  return {
    async publish() {
      if (audience.hasSockets(room)) audience.emit(room, await read())
    },
    eventsSince: async (session) => (session?.isOperator ? [await read()] : []),
  }
}
