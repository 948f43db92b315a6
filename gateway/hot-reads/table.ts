import { endpoints } from '@called-it/shared/contract/endpoints'
import { pathId } from '@called-it/shared/contract/fields'
import { GLOBAL_BOARD } from '@called-it/shared/contract/leaderboards'
import { readTopic, topics } from '@called-it/shared/contract/live'
import type { Show } from '@called-it/shared/contract/shows'
import { readConfig } from '../features/config/service.ts'
import { readBoardPage, readTourBoardPage } from '../features/leaderboards/service.ts'
import { readRecentShow, readRecentShows, readUpcomingShows } from '../features/shows/service.ts'
import { readSongs } from '../features/songs/service.ts'
import { readTours } from '../features/tours/service.ts'
import type { GatewayParts } from '../parts.ts'
import { type HotRead, hotRead } from './hot-read.ts'

/** Finds the hot read of an address, with its query; null where it is none. */
export type FindHotRead = (address: string) => HotRead | null

/** What every page begins with, and what a show night asks for again and again. */
export function hotReads({ postgres: { db }, site }: Pick<GatewayParts, 'postgres' | 'site'>): FindHotRead {
  const firstPages = { db, orders: null }
  const single = [
    hotRead({ call: 'getSite', isMovedBy: () => false, read: async () => site }),
    hotRead({ call: 'getConfig', isMovedBy: is(topics.settings), read: () => readConfig(db) }),
    hotRead({ call: 'listSongs', isMovedBy: is(topics.catalogue), read: () => readSongs(db) }),
    hotRead({ call: 'listTours', isMovedBy: is(topics.catalogue), read: () => readTours(db) }),
    hotRead({
      call: 'listUpcomingShows',
      isMovedBy: isOfShows,
      read: () => readUpcomingShows(db),
      changesAt: ({ shows }) => nextClosing(shows),
    }),
    hotRead({
      call: 'listRecentShows',
      isMovedBy: isOfShows,
      read: () => readRecentShows(db),
      changesAt: ({ shows }) => nextClosing(shows),
    }),
    hotRead({
      call: 'getRecentShow',
      isMovedBy: isOfShows,
      read: () => readRecentShow(db),
      changesAt: (show) => nextClosing([show]),
    }),
    hotRead({
      call: 'getLeaderboard',
      isMovedBy: is(topics.board(GLOBAL_BOARD)),
      read: () => readBoardPage(firstPages, endpoints.getLeaderboard.query.parse({})),
    }),
  ]
  const byPath = new Map(single.map((read) => [read.path, read]))

  function tourBoard(path: string): HotRead | null {
    const tourId = pathId.safeParse(TOUR_BOARD.exec(path)?.[1]).data
    if (tourId === undefined) return null
    return hotRead({
      call: 'getTourLeaderboard',
      path,
      isMovedBy: (topic) => topic === topics.board(tourId) || topic === topics.catalogue,
      read: () => readTourBoardPage(firstPages, tourId, endpoints.getTourLeaderboard.query.parse({})),
    })
  }

  return (address) => byPath.get(address) ?? tourBoard(address)
}

const TOUR_BOARD = /^\/api\/tours\/([1-9]\d*)\/leaderboard$/

const is = (wanted: string) => (topic: string) => topic === wanted

function isOfShows(topic: string): boolean {
  return topic === topics.catalogue || readTopic(topic)?.kind === 'show'
}

/** A show's answer says whether it takes picks, and so changes when they close. */
function nextClosing(shows: readonly Pick<Show, 'is_open' | 'closes_at'>[]): Date | null {
  const closings = shows.filter(({ is_open }) => is_open).map(({ closes_at }) => Date.parse(closes_at))
  return closings.length === 0 ? null : new Date(Math.min(...closings))
}
