import { compareBoardPages } from '@called-it/shared/contract/board-page'
import { rooms, topics } from '@called-it/shared/contract/events'
import { GLOBAL_BOARD, type Leaderboard } from '@called-it/shared/contract/leaderboards'
import type { OutgoingEvent } from '../outgoing-event.ts'
import type { Audience, Feed } from './feed.ts'

export type BoardPage = Pick<Leaderboard, 'leaderboard' | 'total' | 'version'>

/**
 * Publishes the rows of a board's first page that changed since the last published version. Only the first event is the
 * complete page, as a step from 0: two renames in one tick must not push the page to everybody. A page that was fetched
 * at a version in between refetches.
 */
export function boardFeed(board: number, readPage: () => Promise<BoardPage>, audience: Audience): Feed {
  const room = board === GLOBAL_BOARD ? rooms.public : rooms.board(board)
  let published: BoardPage | null = null

  function changesSince(before: Pick<BoardPage, 'version' | 'leaderboard'>, page: BoardPage): OutgoingEvent {
    return {
      name: 'leaderboard:changed',
      event: {
        topic: topics.board(board),
        from: before.version,
        to: page.version,
        board,
        total: page.total,
        ...compareBoardPages(before.leaderboard, page.leaderboard),
      },
    }
  }

  const completePage = (page: BoardPage) => changesSince({ version: 0, leaderboard: [] }, page)

  return {
    async publish() {
      const page = await readPage()
      const before = published
      if (page.version <= (before?.version ?? 0)) return
      published = page
      audience.emit(room, before ? changesSince(before, page) : completePage(page))
    },
    eventsSince: async () => [completePage(await readPage())],
  }
}
