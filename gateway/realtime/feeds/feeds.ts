import { LEADERBOARD_PAGE } from '@called-it/shared/contract/leaderboards'
import { readTopic } from '@called-it/shared/contract/live'
import { readBoard } from '../../features/leaderboards/service.ts'
import type { OperationsParts } from '../../features/operations/state.ts'
import { type BoardFeeds, boardFeeds } from './board-feed.ts'
import { catalogueFeed } from './catalogue-feed.ts'
import type { Audience, Feed } from './feed.ts'
import { operationsFeed } from './operations-feed.ts'
import { runsFeed } from './runs-feed.ts'
import { settingsFeed } from './settings-feed.ts'
import { showFeed } from './show-feed.ts'

export type Feeds = {
  /** Null for an unknown topic, and for a board that no socket here follows. */
  feedOf(topic: string): Feed | null
  readonly boards: BoardFeeds
}

const FIRST_PAGE = { limit: LEADERBOARD_PAGE.size, after: null }

/** The switch is exhaustive: a topic kind without a feed does not compile. */
export function openFeeds({ db, queues }: OperationsParts, audience: Audience): Feeds {
  const settings = settingsFeed(db, audience)
  const runs = runsFeed(db, audience)
  const operations = operationsFeed({ db, queues }, audience)
  const catalogue = catalogueFeed(db, audience)
  const boards = boardFeeds((board) => readBoard({ db, orders: null }, board, FIRST_PAGE), audience)

  function feedOf(name: string): Feed | null {
    const topic = readTopic(name)
    switch (topic?.kind) {
      case 'settings':
        return settings
      case 'runs':
        return runs
      case 'operations':
        return operations
      case 'board':
        return boards.feedOf(topic.board)
      case 'show':
        return showFeed(topic.showId, db, audience)
      case 'catalogue':
        return catalogue
      case undefined:
        return null
    }
  }

  return { feedOf, boards }
}
