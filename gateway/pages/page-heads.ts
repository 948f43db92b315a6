import type { Database } from '@called-it/infra/postgres/client'
import { findShownSong } from '@called-it/infra/postgres/queries/catalogue/songs'
import { findPlayer, isDeletedPlayer } from '@called-it/infra/postgres/queries/players/players'
import { findStanding } from '@called-it/infra/postgres/queries/standings/standings'
import type { ErrorCode } from '@called-it/shared/contract/errors'
import { pathId } from '@called-it/shared/contract/fields'
import { GLOBAL_BOARD } from '@called-it/shared/contract/leaderboards'
import {
  OTHER_PAGES,
  PUBLIC_PAGES,
  type PublicPage,
  publicPaths,
} from '@called-it/shared/contract/page-paths'
import { type PreviewKind, previewPath } from '@called-it/shared/contract/preview-images'
import { PRODUCT, type Site } from '@called-it/shared/contract/site'
import { LRUCache } from 'lru-cache'
import { ApiError } from '../http/errors.ts'
import type { TopicChanges } from '../parts.ts'
import { revisionOf } from '../preview-images/content.ts'
import type { ReadPreviewContent } from '../resources/preview-content.ts'
import { getShow } from '../resources/show.ts'
import { getTour } from '../resources/tour.ts'
import { type PageMeta, writeHead } from './head-elements.ts'
import { withPagePatience } from './page-patience.ts'
import { OF_SHOW, WORDS, wordsOf, wordsOfPlayer, wordsOfSong, wordsOfTour } from './page-words.ts'
import { pathParams } from './path-params.ts'
import type { Crumb } from './structured-data.ts'

/** What other sites and search engines read of a page without running it. */
export type PageHead = {
  readonly status: number
  readonly title: string
  /** Elements of the head, beside the title. */
  readonly elements: string
  /** Where the page is now, by its path. */
  readonly location?: string
}

type HeadParts = {
  readonly db: Database
  readonly site: Site
  readonly config: { readonly publicUrl: string; readonly searchEngines: boolean }
  readonly readContent: ReadPreviewContent
  readonly watcher: TopicChanges
}

type Asked = {
  readonly params: Readonly<Record<string, string | undefined>>
  /** As in the query of the leaderboard. */
  readonly query: { readonly tab?: unknown; readonly show?: unknown; readonly tour?: unknown }
}

type MetaReaders = Readonly<Record<PublicPage, (asked: Asked) => Promise<PageMeta>>>

/** For who has the link: gone when it ends, so it is read each time, and in no search engine. */
const BY_LINK: ReadonlySet<PublicPage> = new Set(['share', 'invitation'])
/** Codes can be guessed, and nothing counts the tries here. */
const INVITATION_LINK = /^[\w-]{22}$/

// Any revision gets the current image, so that no page costs a query for it.
const DEFAULT_IMAGE = previewPath('board', GLOBAL_BOARD, '0', 'dark')
const DEFAULT_META: PageMeta = { ...WORDS.home, image: DEFAULT_IMAGE }

const MAX_KEPT = 500
const KEPT_MS = 5_000

/**
 * Reads the head of a page, with the status; that of all other pages where the database takes too long. Home needs no
 * query.
 */
export function openPageHeads(parts: HeadParts) {
  const { site, config, watcher } = parts
  const readers = openMetaReaders(parts)
  const kept = new LRUCache<string, Promise<PageHead>>({ max: MAX_KEPT, ttl: KEPT_MS })
  watcher.onChange(
    () => true,
    () => kept.clear(),
  )
  const headOf = (meta: PageMeta, status = 200): PageHead => ({
    status,
    title: meta.title === PRODUCT ? PRODUCT : `${meta.title} · ${PRODUCT}`,
    elements: writeHead(meta, { site, ...config }),
  })
  const unlisted = (title: string, status: number) =>
    headOf({ ...DEFAULT_META, title, isUnlisted: true }, status)
  const defaultHead = headOf(DEFAULT_META)
  const otherHead = unlisted(PRODUCT, 200)
  const unknownHead = unlisted('404 Page Not Found', 404)

  async function read(page: PublicPage, asked: Asked): Promise<PageHead> {
    try {
      return headOf(await readers[page](asked))
    } catch (error) {
      if (error instanceof MovedPage) return { ...otherHead, status: 301, location: error.location }
      if (!(error instanceof ApiError) || error.status >= 500) throw error
      // A page that cannot be shown yet says so.
      return unlisted(error.message, error.status === 409 ? 200 : error.status)
    }
  }

  function readKept(page: PublicPage, asked: Asked): Promise<PageHead> {
    const { tab, show, tour } = asked.query
    const key = JSON.stringify([page, asked.params, tab, show, tour])
    const known = kept.get(key)
    if (known) return known
    const head = read(page, asked)
    kept.set(key, head)
    return head
  }

  return async (path: string, query: Asked['query']): Promise<PageHead> => {
    for (const [page, params] of PUBLIC) {
      const found = params(path)
      if (!found) continue
      const asked = { params: found, query }
      const head = BY_LINK.has(page) ? read(page, asked) : readKept(page, asked)
      return withPagePatience(head, () => defaultHead)
    }
    return OTHERS.some((params) => params(path)) ? otherHead : unknownHead
  }
}

const listPublicPages = (pages: Readonly<Record<PublicPage, string>>): readonly PublicPage[] =>
  Object.keys(pages).filter((page): page is PublicPage => page in pages)
const PUBLIC = listPublicPages(PUBLIC_PAGES).map((page) => [page, pathParams(PUBLIC_PAGES[page])] as const)
const OTHERS = Object.values(OTHER_PAGES).map(pathParams)

class MovedPage extends Error {
  readonly location: string

  constructor(location: string) {
    super(`moved to ${location}`)
    this.location = location
  }
}

function openMetaReaders({ db, readContent }: HeadParts): MetaReaders {
  async function readPreviewed(kind: PreviewKind, subject: string, path: string): Promise<PageMeta> {
    const content = await readContent(kind, subject)
    return { ...wordsOf(content), path, image: previewPath(kind, subject, revisionOf(content), 'dark') }
  }

  /** On the way to what belongs to a tour. */
  async function readTourCrumbs(tourId: number | null): Promise<Crumb[]> {
    if (tourId === null) return []
    return [{ name: (await getTour(db, tourId)).name, path: publicPaths.tour(tourId) }]
  }

  async function readShow({ params }: Asked): Promise<PageMeta> {
    const showId = readId(params.showId, 'show_not_found')
    const show = await getShow(db, showId)
    const meta = await readPreviewed('show', String(showId), publicPaths.show(showId))
    return { ...meta, event: show, trail: await readTourCrumbs(show.tourId) }
  }

  const ofShow = (page: keyof typeof OF_SHOW) => async (asked: Asked) => {
    const { event, title, path = '', trail = [], ...show } = await readShow(asked)
    const words = OF_SHOW[page](title)
    return { ...show, ...words, path: `${path}/${page}`, trail: [...trail, { name: title, path }] }
  }

  async function readBoard({ query }: Asked): Promise<PageMeta> {
    const trail = [{ name: WORDS.leaderboard.title, path: publicPaths.leaderboard }]
    const showId = query.tab === 'shows' ? pathId.safeParse(query.show).data : undefined
    if (showId !== undefined) {
      const path = publicPaths.showRankings(showId)
      const meta = await readPreviewed('show', String(showId), path)
      return { ...meta, title: `${meta.title}: leaderboard`, trail }
    }
    const tourId = pathId.safeParse(query.tour).data
    if (tourId === undefined) return readPreviewed('board', String(GLOBAL_BOARD), publicPaths.leaderboard)
    const meta = await readPreviewed('board', String(tourId), publicPaths.tourRankings(tourId))
    return { ...meta, trail }
  }

  /** Name and record only. */
  async function readPlayer({ params }: Asked): Promise<PageMeta> {
    const userId = readId(params.userId, 'user_not_found')
    const player = await findPlayer(db, userId)
    if (!player) {
      if (await isDeletedPlayer(db, userId)) throw new ApiError('user_gone')
      throw new ApiError('user_not_found')
    }
    const standing = await findStanding(db, GLOBAL_BOARD, player.id)
    return {
      ...wordsOfPlayer({ name: player.display_name, standing }),
      path: publicPaths.player(userId),
      isUnlisted: !player.shows_picks,
    }
  }

  async function readSong({ params }: Asked): Promise<PageMeta> {
    const songId = readId(/^(\d+)(?:-|$)/.exec(params.songKey ?? '')?.[1], 'song_not_found')
    const song = await findShownSong(db, songId)
    if (!song) throw new ApiError('song_not_found')
    const path = publicPaths.song(song)
    if (song.id !== songId) throw new MovedPage(path)
    return { ...wordsOfSong(song), path, image: DEFAULT_IMAGE }
  }

  async function readTour({ params }: Asked): Promise<PageMeta> {
    const tourId = readId(params.tourId, 'tour_not_found')
    const tour = await getTour(db, tourId)
    const { image } = await readPreviewed('board', String(tourId), '')
    return { ...wordsOfTour(tour), path: publicPaths.tour(tourId), ...(image && { image }) }
  }

  async function readSeason({ params }: Asked): Promise<PageMeta> {
    const tourId = readId(params.tourId, 'tour_not_found')
    const trail = await readTourCrumbs(tourId)
    return { ...(await readPreviewed('season', String(tourId), publicPaths.season(tourId))), trail }
  }

  const plain = (page: keyof typeof WORDS) => async () => ({
    ...WORDS[page],
    path: publicPaths[page],
    image: DEFAULT_IMAGE,
  })

  return {
    home: plain('home'),
    leaderboard: readBoard,
    machine: plain('machine'),
    aboveExpectation: plain('aboveExpectation'),
    show: readShow,
    proof: ofShow('proof'),
    replay: ofShow('replay'),
    practice: ofShow('practice'),
    practiceShows: plain('practiceShows'),
    song: readSong,
    player: readPlayer,
    tour: readTour,
    season: readSeason,
    async share({ params: { token = '' } }) {
      return { ...(await readPreviewed('share', token, publicPaths.share(token))), isUnlisted: true }
    },
    async invitation({ params: { invitation = '' } }) {
      if (!INVITATION_LINK.test(invitation)) return { ...DEFAULT_META, isUnlisted: true }
      const path = publicPaths.invitation(invitation)
      return { ...(await readPreviewed('invitation', invitation, path)), isUnlisted: true }
    },
  }
}

/** @throws ApiError where it is none */
function readId(text: string | undefined, code: ErrorCode): number {
  const { data } = pathId.safeParse(text)
  if (data === undefined) throw new ApiError(code)
  return data
}
