import { compareBoardPages } from '@called-it/shared/contract/board-page'
import { GLOBAL_BOARD, type Leaderboard } from '@called-it/shared/contract/leaderboards'
import { rooms, topics } from '@called-it/shared/contract/live'
import type { Audience, Telling } from '../audience.ts'
import type { Feed } from './feed.ts'

/** The first page of a board, as of one version. */
export type BoardPage = Pick<Leaderboard, 'leaderboard' | 'total' | 'version'>

type ReadPage = (board: number) => Promise<BoardPage>

/**
 * A board, told to those who follow it: the rows that differ from the last state that this feed knows. That
 * is right for whoever holds that very version. Where versions in between were skipped, a page may have been
 * fetched at one of them, with rows that have changed back since and players who came and went; so then, and
 * where this feed knows no state yet, the whole page is told, as a step from 0.
 */
export function boardFeed(board: number, readPage: ReadPage, audience: Audience): Feed {
  const room = board === GLOBAL_BOARD ? rooms.public : rooms.board(board)
  let known: BoardPage | null = null

  function describe(before: Pick<BoardPage, 'version' | 'leaderboard'>, page: BoardPage): Telling {
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

  const wholePage = (page: BoardPage) => describe({ version: 0, leaderboard: [] }, page)

  return {
    async tell() {
      const page = await readPage(board)
      const before = known
      if (page.version <= (before?.version ?? 0)) return
      known = page
      const isNext = before !== null && page.version === before.version + 1
      audience.tell(room, isNext ? describe(before, page) : wholePage(page))
    },
    retell: async () => [wholePage(await readPage(board))],
  }
}

/** The feeds of the boards that somebody here follows: the one over every show always, a tour's when watched. */
export type BoardFeeds = {
  /** Null where nobody follows the board. */
  feedOf(board: number): Feed | null
  /** Begins to follow a board; its topic is to be told once, so that the feed knows where it stands. */
  open(board: number): void
  /** Forgets a board that nobody follows any more. */
  close(board: number): void
}

export function boardFeeds(readPage: ReadPage, audience: Audience): BoardFeeds {
  const feeds = new Map([[GLOBAL_BOARD, boardFeed(GLOBAL_BOARD, readPage, audience)]])
  return {
    feedOf: (board) => feeds.get(board) ?? null,
    open(board) {
      if (!feeds.has(board)) feeds.set(board, boardFeed(board, readPage, audience))
    },
    close(board) {
      if (board !== GLOBAL_BOARD) feeds.delete(board)
    },
  }
}
