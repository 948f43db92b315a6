import type { Database } from '@called-it/infra/postgres/client'
import { isSetupOpen } from '@called-it/infra/postgres/queries/accounts/setup-code'
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
  songIdOf,
} from '@called-it/shared/contract/page-paths'
import { type PreviewKind, previewPath } from '@called-it/shared/contract/preview-images'
import { PRODUCT, type Site } from '@called-it/shared/contract/site'
import type { Translate } from '@called-it/shared/languages/translate'
import { LRUCache } from 'lru-cache'
import type { GatewayConfig } from '../config.ts'
import { ApiError } from '../http/errors.ts'
import type { TopicChanges } from '../parts.ts'
import { revisionOf } from '../preview-images/content.ts'
import type { ReadPreviewContent } from '../resources/preview-content.ts'
import { getShow } from '../resources/show.ts'
import { getTour } from '../resources/tour.ts'
import { type PageMeta, writeHead } from './head-elements.ts'
import { withPagePatience } from './page-patience.ts'
import {
  type OF_SHOW,
  plainWords,
  type WORDS,
  wordsOf,
  wordsOfPlayer,
  wordsOfShowPart,
  wordsOfSong,
  wordsOfTour,
} from './page-words.ts'
import { pathMatcher } from './path-matcher.ts'
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
  readonly config: Pick<GatewayConfig, 'publicUrl' | 'limits'>
  readonly readContent: ReadPreviewContent
  readonly watcher: TopicChanges
}

type BoardQuery = { readonly tab?: unknown; readonly show?: unknown; readonly tour?: unknown }

type Asked = {
  readonly params: Readonly<Record<string, string | undefined>>
  /** On the leaderboard; null for that of all shows. */
  readonly board: { readonly of: 'show' | 'tour'; readonly id: number } | null
  readonly t: Translate
}

/** `isMoved`: the page is at its path, and no longer at the one asked for. */
type ReadMeta = (asked: Asked) => Promise<PageMeta & { readonly isMoved?: boolean }>

/** For who has the link: gone when it ends, so it is read each time, and in no search engine. */
const BY_LINK: ReadonlySet<PublicPage> = new Set(['share', 'invitation'])
/** While the database does not say that they are listed. */
const MAY_BE_UNLISTED: ReadonlySet<PublicPage> = new Set([...BY_LINK, 'player'])
/** Codes can be guessed, and nothing counts the tries here. */
const INVITATION_LINK = /^[\w-]{22}$/

// Any revision gets the current image, so that no page costs a query for it.
const imageOfBoard = (board: number, t: Translate) => previewPath('board', board, '0', 'dark', t.language)
const defaultImage = (t: Translate) => imageOfBoard(GLOBAL_BOARD, t)
const defaultMeta = (t: Translate): PageMeta => ({ ...plainWords('home', t), image: defaultImage(t) })

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
  const unlisted = (t: Translate, title: string, status: number) =>
    headOf({ ...defaultMeta(t), title, isUnlisted: true }, status)

  async function read(page: PublicPage, asked: Asked): Promise<PageHead> {
    try {
      const { isMoved = false, ...meta } = await readers[page](asked)
      return { ...headOf(meta, isMoved ? 301 : 200), ...(isMoved && meta.path && { location: meta.path }) }
    } catch (error) {
      if (!(error instanceof ApiError) || error.status >= 500) throw error
      // The season of a tour that is not over: the page exists and says so.
      return unlisted(asked.t, asked.t(error.text), error.status === 409 ? 200 : error.status)
    }
  }

  function readKept(page: PublicPage, asked: Asked): Promise<PageHead> {
    const key = JSON.stringify([
      page,
      page === 'song' ? songIdOf(asked.params.songKey) : asked.params,
      asked.board,
      asked.t.language,
    ])
    const known = kept.get(key)
    if (known) return known
    const head = read(page, asked)
    kept.set(key, head)
    return head
  }

  const mayBeOpen = () => withPagePatience(isSetupOpen(parts.db), () => true, config.limits.headMs)

  return async (path: string, query: BoardQuery, t: Translate): Promise<PageHead> => {
    for (const [page, match] of PUBLIC) {
      const params = match(path)
      if (!params) continue
      const asked = { params, board: page === 'leaderboard' ? boardOf(query) : null, t }
      const head = BY_LINK.has(page) ? read(page, asked) : readKept(page, asked)
      const fallback = () => (MAY_BE_UNLISTED.has(page) ? unlisted(t, PRODUCT, 200) : headOf(defaultMeta(t)))
      return withPagePatience(head, fallback, config.limits.headMs)
    }
    const isKnown = OTHERS.some((match) => match(path)) && (!isSetup(path) || (await mayBeOpen()))
    return isKnown ? unlisted(t, PRODUCT, 200) : unlisted(t, t('head.unknown'), 404)
  }
}

const listPublicPages = (pages: Readonly<Record<PublicPage, string>>): readonly PublicPage[] =>
  Object.keys(pages).filter((page): page is PublicPage => page in pages)
const PUBLIC = listPublicPages(PUBLIC_PAGES).map((page) => [page, pathMatcher(PUBLIC_PAGES[page])] as const)
const OTHERS = Object.values(OTHER_PAGES).map(pathMatcher)
const isSetup = pathMatcher(OTHER_PAGES.setup)

/** As the page reads its query. */
function boardOf({ tab, show, tour }: BoardQuery): Asked['board'] {
  const id = pathId.safeParse(tab === 'shows' ? show : tab === 'tours' ? tour : undefined).data
  return id === undefined ? null : { of: tab === 'shows' ? 'show' : 'tour', id }
}

function openMetaReaders({ db, readContent }: HeadParts): Readonly<Record<PublicPage, ReadMeta>> {
  async function readPreviewed(
    t: Translate,
    kind: PreviewKind,
    subject: string,
    path: string,
  ): Promise<PageMeta> {
    const content = await readContent(kind, subject)
    const image = previewPath(kind, subject, revisionOf(content), 'dark', t.language)
    return { ...wordsOf(content, t), path, image }
  }

  /** On the way to what belongs to a tour. */
  async function readTourCrumbs(tourId: number | null): Promise<Crumb[]> {
    if (tourId === null) return []
    return [{ name: (await getTour(db, tourId)).name, path: publicPaths.tour(tourId) }]
  }

  async function readShow({ params, t }: Asked) {
    const showId = readId(params.showId, 'show_not_found')
    const show = await getShow(db, showId)
    const meta = await readPreviewed(t, 'show', String(showId), publicPaths.show(showId))
    return { ...meta, event: show, trail: await readTourCrumbs(show.tourId) }
  }

  const ofShow = (page: keyof typeof OF_SHOW) => async (asked: Asked) => {
    const { event, title, path = '', trail = [], ...show } = await readShow(asked)
    const further = { ...wordsOfShowPart(page, title, asked.t), path: publicPaths[page](event.id) }
    return { ...show, ...further, trail: [...trail, { name: title, path }] }
  }

  async function readBoard({ board, t }: Asked): Promise<PageMeta> {
    const trail = [{ name: t('head.leaderboard'), path: publicPaths.leaderboard }]
    try {
      if (board?.of === 'show') {
        const meta = await readPreviewed(t, 'show', String(board.id), publicPaths.showRankings(board.id))
        return { ...meta, title: t('head.board', { board: meta.title }), trail }
      }
      if (board) {
        const path = publicPaths.tourRankings(board.id)
        return { ...(await readPreviewed(t, 'board', String(board.id), path)), trail }
      }
    } catch (error) {
      // The page then lets choose another one.
      if (!(error instanceof ApiError) || error.status !== 404) throw error
    }
    return readPreviewed(t, 'board', String(GLOBAL_BOARD), publicPaths.leaderboard)
  }

  /** Name and record only. */
  async function readPlayer({ params, t }: Asked): Promise<PageMeta> {
    const userId = readId(params.userId, 'user_not_found')
    const player = await findPlayer(db, userId)
    if (!player) throw new ApiError((await isDeletedPlayer(db, userId)) ? 'user_gone' : 'user_not_found')
    const standing = await findStanding(db, GLOBAL_BOARD, player.id)
    return {
      ...wordsOfPlayer({ name: player.display_name, standing }, t),
      path: publicPaths.player(userId),
      isUnlisted: !player.shows_picks,
    }
  }

  async function readSong({ params, t }: Asked) {
    const songId = songIdOf(params.songKey)
    const song = songId === null ? null : await findShownSong(db, songId)
    if (!song) throw new ApiError('song_not_found')
    return {
      ...wordsOfSong(song, t),
      path: publicPaths.song(song),
      image: defaultImage(t),
      isMoved: song.id !== songId,
    }
  }

  async function readTour({ params, t }: Asked): Promise<PageMeta> {
    const tourId = readId(params.tourId, 'tour_not_found')
    const tour = await getTour(db, tourId)
    return { ...wordsOfTour(tour, t), path: publicPaths.tour(tourId), image: imageOfBoard(tourId, t) }
  }

  async function readSeason({ params, t }: Asked): Promise<PageMeta> {
    const tourId = readId(params.tourId, 'tour_not_found')
    const trail = await readTourCrumbs(tourId)
    return { ...(await readPreviewed(t, 'season', String(tourId), publicPaths.season(tourId))), trail }
  }

  const plain =
    (page: keyof typeof WORDS) =>
    async ({ t }: Asked) => ({
      ...plainWords(page, t),
      path: publicPaths[page],
      image: defaultImage(t),
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
    privacy: plain('privacy'),
    terms: plain('terms'),
    song: readSong,
    player: readPlayer,
    tour: readTour,
    season: readSeason,
    async share({ params: { token = '' }, t }) {
      return { ...(await readPreviewed(t, 'share', token, publicPaths.share(token))), isUnlisted: true }
    },
    async invitation({ params: { invitation = '' }, t }) {
      if (!INVITATION_LINK.test(invitation)) return { ...defaultMeta(t), isUnlisted: true }
      const path = publicPaths.invitation(invitation)
      return { ...(await readPreviewed(t, 'invitation', invitation, path)), isUnlisted: true }
    },
  }
}

/** @throws ApiError where it is none */
function readId(text: string | undefined, code: ErrorCode): number {
  const { data } = pathId.safeParse(text)
  if (data === undefined) throw new ApiError(code)
  return data
}
