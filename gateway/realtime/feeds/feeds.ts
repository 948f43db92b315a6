import { GLOBAL_BOARD, LEADERBOARD_PAGE } from '@called-it/shared/contract/leaderboards'
import { readTopic } from '@called-it/shared/contract/live'
import { readBoard } from '../../features/leaderboards/service.ts'
import type { OperationsParts } from '../../features/operations/state.ts'
import { boardFeed } from './board-feed.ts'
import { catalogueFeed } from './catalogue-feed.ts'
import { deletionsFeed } from './deletions-feed.ts'
import type { Audience, Feed } from './feed.ts'
import { operationsFeed } from './operations-feed.ts'
import { runsFeed } from './runs-feed.ts'
import { settingsFeed } from './settings-feed.ts'
import { showFeed } from './show-feed.ts'

const FIRST_PAGE = { limit: LEADERBOARD_PAGE.size, after: null }

/** The switch is exhaustive: a topic kind without a feed does not compile. */
export function openFeeds({ db, queues }: OperationsParts, audience: Audience) {
  const settings = settingsFeed(db, audience)
  const runs = runsFeed(db, audience)
  const operations = operationsFeed({ db, queues }, audience)
  const catalogue = catalogueFeed(db, audience)
  const deletions = deletionsFeed(db, audience)
  const createBoardFeed = (board: number) =>
    boardFeed(board, () => readBoard({ db, orders: null }, board, FIRST_PAGE), audience)
  const boards = new Map([[GLOBAL_BOARD, createBoardFeed(GLOBAL_BOARD)]])

  /** Null for an unknown topic, and for a board that no socket here follows. */
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
      case 'live':
        return null
      case 'catalogue':
        return catalogue
      case undefined:
        return null
    }
  }

  return {
    feedOf,
    /** Publish the board's topic once afterwards, so that the feed has a first state. */
    openBoard(board: number): void {
      if (!boards.has(board)) boards.set(board, createBoardFeed(board))
    },
    closeBoard(board: number): void {
      if (board !== GLOBAL_BOARD) boards.delete(board)
    },
  }
}
