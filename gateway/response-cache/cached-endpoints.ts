import { findNextMove } from '@called-it/infra/postgres/queries/catalogue/shows'
import { getDatabaseTime } from '@called-it/infra/postgres/queries/work/database'
import type { ResponseBody } from '@called-it/shared/contract/endpoint'
import { type EndpointName, type Endpoints, endpoints } from '@called-it/shared/contract/endpoints'
import { readTopic, topics } from '@called-it/shared/contract/events'
import { pathId } from '@called-it/shared/contract/fields'
import { GLOBAL_BOARD } from '@called-it/shared/contract/leaderboards'
import { openMachineNights } from '../features/chances/machine.ts'
import { readAboveBoard } from '../features/chances/routes.ts'
import { readChances } from '../features/chances/show-chances.ts'
import { readSystemCards } from '../features/chances/system-cards.ts'
import { readCorrections } from '../features/corrections/service.ts'
import { readBoardPage, readTourBoardPage } from '../features/leaderboards/service.ts'
import { type LiveShowParts, readLivePage, type ViewerParts } from '../features/live-shows/live-show.ts'
import { readPickLocks } from '../features/pick-proofs/service.ts'
import { readPracticeShows } from '../features/replays/practice.ts'
import { type CrowdParts, readCrowd } from '../features/show-picks/service.ts'
import {
  readLiveShows,
  readRecentShow,
  readRecentShows,
  readUpcomingShows,
} from '../features/shows/service.ts'
import { readSongs } from '../features/songs/service.ts'
import { readTours } from '../features/tours/service.ts'
import type { Serializable } from '../http/handler.ts'
import { type GatewayParts, SETTINGS_TOPIC } from '../parts.ts'
import { readPublicConfig } from '../resources/public-config.ts'
import type { ShowPages } from '../show-pages/show-page.ts'

/** A GET endpoint whose response is the same for everybody. */
export type CachedEndpoint = {
  readonly name: EndpointName
  /** Matched exactly; any other spelling goes to Express. */
  readonly path: string
  isAffectedBy(topic: string): boolean
  /** `expiresAt`: when the response changes without an event, by the database's clock; null if never. */
  read(): Promise<{ body: unknown; expiresAt: Date | null }>
}

export type FindCachedEndpoint = (url: string) => CachedEndpoint | null

/** The endpoints that every page requests first, and the ones that a show night requests over and over. */
export function cachedEndpoints({
  postgres: { db },
  config,
  site,
  crowds,
  liveShows,
  showPages,
}: Pick<GatewayParts, 'postgres' | 'config' | 'site'> &
  Pick<CrowdParts, 'crowds'> & {
    liveShows: LiveShowParts & ViewerParts
    showPages: ShowPages
  }): FindCachedEndpoint {
  const firstPage = { db, orders: null }
  const machineNights = openMachineNights(db)
  const expiresAt = () => findNextMove(db)
  const after = (ms: number) => async () => new Date((await getDatabaseTime(db)).getTime() + ms)
  const soon = after(NAMES_AGE_MS)
  const fixed = [
    cachedEndpoint({ name: 'getSite', isAffectedBy: is(SETTINGS_TOPIC), read: async () => site }),
    cachedEndpoint({
      name: 'getConfig',
      isAffectedBy: is(topics.settings),
      read: async () => ({ config: await readPublicConfig({ db, config }) }),
    }),
    cachedEndpoint({ name: 'listSongs', isAffectedBy: is(topics.catalogue), read: () => readSongs(db) }),
    cachedEndpoint({
      name: 'listTours',
      // Scores end a tour.
      isAffectedBy: (topic) => topic === topics.catalogue || readTopic(topic)?.kind === 'board',
      read: () => readTours(db),
    }),
    cachedEndpoint({
      name: 'listUpcomingShows',
      isAffectedBy: isCatalogueOrShow,
      read: () => readUpcomingShows(db),
      expiresAt,
    }),
    cachedEndpoint({
      name: 'listLiveShows',
      isAffectedBy: isCatalogueOrShow,
      read: () => readLiveShows(db),
      expiresAt,
    }),
    cachedEndpoint({
      name: 'listRecentShows',
      isAffectedBy: isCatalogueOrShow,
      read: () => readRecentShows(db),
      expiresAt,
    }),
    cachedEndpoint({
      name: 'getRecentShow',
      isAffectedBy: isCatalogueOrShow,
      read: () => readRecentShow(db),
      expiresAt,
    }),
    cachedEndpoint({
      name: 'listPracticeShows',
      isAffectedBy: isCatalogueOrShow,
      read: () => readPracticeShows(db),
      expiresAt,
    }),
    cachedEndpoint({
      name: 'getMachine',
      isAffectedBy: (topic) => isCatalogueOrShow(topic) || topic === topics.deletions,
      read: async () => ({ nights: await machineNights.read() }),
      expiresAt: soon,
    }),
    cachedEndpoint({
      name: 'getAboveExpectation',
      // Names and avatars change with the board.
      isAffectedBy: (topic) => topic === topics.chances || topic === topics.board(GLOBAL_BOARD),
      read: () => readAboveBoard(db),
    }),
    cachedEndpoint({
      name: 'getLeaderboard',
      isAffectedBy: is(topics.board(GLOBAL_BOARD)),
      read: () => readBoardPage(firstPage, endpoints.getLeaderboard.query.parse({})),
    }),
  ]
  const byPath = new Map(fixed.map((endpoint) => [endpoint.path, endpoint]))

  function tourLeaderboard(path: string): CachedEndpoint | null {
    const tourId = pathId.safeParse(TOUR_LEADERBOARD.exec(path)?.[1]).data
    if (tourId === undefined) return null
    return cachedEndpoint({
      name: 'getTourLeaderboard',
      path,
      isAffectedBy: (topic) => topic === topics.board(tourId) || topic === topics.catalogue,
      read: () => readTourBoardPage(firstPage, tourId, endpoints.getTourLeaderboard.query.parse({})),
    })
  }

  function ofShow<Name extends EndpointName>(
    name: Name,
    pattern: RegExp,
    read: (showId: number) => Promise<Serializable<ResponseBody<Endpoints[Name]>>>,
    further?: string,
  ): FindCachedEndpoint {
    return (path) => {
      const showId = pathId.safeParse(pattern.exec(path)?.[1]).data
      if (showId === undefined) return null
      return cachedEndpoint({
        name,
        path,
        isAffectedBy: (topic) =>
          topic === topics.show(showId) || topic === topics.catalogue || topic === further,
        read: () => read(showId),
      })
    }
  }
  const crowd = ofShow('getCrowd', CROWD, (showId) => readCrowd({ db, crowds }, showId))
  const systemCards = ofShow('listSystemCards', SYSTEM_CARDS, (showId) => readSystemCards(db, showId))
  // The job that stores the first one changes the show.
  const pickLocks = ofShow('listPickLocks', PICK_LOCKS, (showId) => readPickLocks(db, showId))
  const chances = ofShow('getChances', CHANCES, (showId) => readChances(db, showId), topics.chances)
  const corrections = ofShow('listCorrections', CORRECTIONS, (showId) => readCorrections(db, showId))

  function liveShow(path: string): CachedEndpoint | null {
    const showId = pathId.safeParse(LIVE_SHOW.exec(path)?.[1]).data
    if (showId === undefined) return null
    const own: readonly string[] = [topics.live(showId), topics.setlist(showId), topics.show(showId)]
    return cachedEndpoint({
      name: 'getLiveShow',
      path,
      isAffectedBy: (topic) =>
        own.includes(topic) || topic === topics.catalogue || topic === topics.deletions,
      read: () => readLivePage(liveShows, showId),
      expiresAt: soon,
    })
  }

  function showPage(path: string): CachedEndpoint | null {
    const showId = pathId.safeParse(SHOW_PAGE.exec(path)?.[1]).data
    if (showId === undefined) return null
    const own: readonly string[] = [
      ...[topics.live(showId), topics.setlist(showId)],
      ...[topics.settings, topics.deletions, topics.chances],
    ]
    return cachedEndpoint({
      name: 'getShowPage',
      path,
      isAffectedBy: (topic) => own.includes(topic) || isCatalogueOrShow(topic),
      read: () => showPages.read(showId),
      expiresAt: after(CLOCK_AGE_MS),
    })
  }

  const ofShowOrTour = (url: string) =>
    tourLeaderboard(url) ??
    crowd(url) ??
    systemCards(url) ??
    chances(url) ??
    corrections(url) ??
    pickLocks(url) ??
    liveShow(url) ??
    showPage(url)
  return (url) => byPath.get(url) ?? ofShowOrTour(url)
}

/** Binds the body's type to the endpoint's. */
function cachedEndpoint<Name extends EndpointName>({
  name,
  path = endpoints[name].path,
  isAffectedBy,
  read,
  expiresAt,
}: {
  name: Name
  path?: string
  isAffectedBy: (topic: string) => boolean
  read: () => Promise<Serializable<ResponseBody<Endpoints[Name]>>>
  expiresAt?: () => Promise<Date | null>
}): CachedEndpoint {
  return {
    name,
    path,
    isAffectedBy,
    async read() {
      // Before the body: what happens between the two then makes it expire.
      const until = (await expiresAt?.()) ?? null
      return { body: await read(), expiresAt: until }
    },
  }
}

const TOUR_LEADERBOARD = /^\/api\/tours\/([1-9]\d*)\/leaderboard$/
const LIVE_SHOW = /^\/api\/shows\/([1-9]\d*)\/live$/
/** Names come and go without an event, with the switch on the profile, and so do viewers. */
const NAMES_AGE_MS = 5_000

/** Pages set their clock by it. */
const CLOCK_AGE_MS = 1_000

const SHOW_PAGE = /^\/api\/shows\/([1-9]\d*)\/page$/
const PICK_LOCKS = /^\/api\/shows\/([1-9]\d*)\/proof$/
const CHANCES = /^\/api\/shows\/([1-9]\d*)\/chances$/
const CROWD = /^\/api\/shows\/([1-9]\d*)\/crowd$/
const SYSTEM_CARDS = /^\/api\/shows\/([1-9]\d*)\/system-cards$/
const CORRECTIONS = /^\/api\/shows\/([1-9]\d*)\/corrections$/

const is = (wanted: string) => (topic: string) => topic === wanted

function isCatalogueOrShow(topic: string): boolean {
  return topic === topics.catalogue || readTopic(topic)?.kind === 'show'
}
