import { compareBoardPages } from '@called-it/shared/contract/board-page'
import { GLOBAL_BOARD, type Leaderboard } from '@called-it/shared/contract/leaderboards'
import { rooms, topics } from '@called-it/shared/contract/live'
import type { OutgoingEvent } from '../outgoing-event.ts'
import type { Audience, Feed } from './feed.ts'

export type BoardPage = Pick<Leaderboard, 'leaderboard' | 'total' | 'version'>

/**
 * Publishes the rows of a board's first page that changed since the last published version. Clients that hold exactly
 * that version can apply them. After skipped versions a page may have been fetched at one of those, with rows that have
 * changed back since; then, and as the first event, the complete page is published as a step from 0.
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
      const isNext = before !== null && page.version === before.version + 1
      audience.emit(room, isNext ? changesSince(before, page) : completePage(page))
    },
    eventsSince: async () => [completePage(await readPage())],
  }
}
