import { escapeHtml } from '@called-it/infra/mail/escape-html'
import type { Database } from '@called-it/infra/postgres/client'
import { findPlayer } from '@called-it/infra/postgres/queries/players/players'
import { findStanding } from '@called-it/infra/postgres/queries/standings/standings'
import { pathId } from '@called-it/shared/contract/fields'
import { GLOBAL_BOARD } from '@called-it/shared/contract/leaderboards'
import { PREVIEW_SIZE, type PreviewKind, previewPath } from '@called-it/shared/contract/preview-images'
import { PRODUCT } from '@called-it/shared/contract/site'
import { ApiError } from '../http/errors.ts'
import { revisionOf } from '../preview-images/content.ts'
import type { ReadPreviewContent } from '../resources/preview-content.ts'
import { withPagePatience } from './page-patience.ts'
import { type PageWords, wordsOf, wordsOfPlayer } from './page-words.ts'

type PageMeta = PageWords & {
  /** The path of its image. */
  readonly image?: string
  /** The page's own path. */
  readonly path?: string
}

/** What other sites and search engines read of a page without running it. */
export type PageHead = { readonly status: number; readonly title: string; readonly metas: string }

type PageKind = PreviewKind | 'player'
type Subject = { readonly kind: PageKind; readonly subject: string }

const PATTERNS: readonly (readonly [PageKind, RegExp])[] = [
  ['share', /^\/s\/([\w-]{1,64})\/?$/i],
  // Links only: codes can be guessed, and nothing counts the tries here.
  ['invitation', /^\/join\/([\w-]{22})\/?$/i],
  ['show', /^\/shows\/(\d{1,10})\/?$/i],
  ['season', /^\/tours\/(\d{1,10})\/season\/?$/i],
  ['player', /^\/players\/(\d{1,10})\/?$/i],
  ['board', /^\/leaderboard()\/?$/i],
]

const PATHS: Readonly<Record<PageKind, (subject: string) => string>> = {
  share: (token) => `/s/${token}`,
  invitation: (token) => `/join/${token}`,
  show: (id) => `/shows/${id}`,
  season: (id) => `/tours/${id}/season`,
  player: (id) => `/players/${id}`,
  board: (id) => (id === String(GLOBAL_BOARD) ? '/leaderboard' : `/leaderboard?tab=tours&tour=${id}`),
}

/** For who has the link: gone when it ends, and in no search engine. */
const BY_LINK: ReadonlySet<PageKind> = new Set(['share', 'invitation'])

const DEFAULT_META: PageMeta = {
  title: PRODUCT,
  description: 'Pick the setlist, score points, brag: the setlist prediction game.',
  // Any revision gets the current image, so that no page costs a query for it.
  image: previewPath('board', GLOBAL_BOARD, '0', 'dark'),
}

type MetaParts = {
  readonly db: Database
  readonly publicUrl: string
  readonly readContent: ReadPreviewContent
}

/**
 * Reads the head of a page, with the status; that of all other pages where the database takes too long. Home needs no
 * query.
 */
export function openPageHeads({ db, publicUrl, readContent }: MetaParts) {
  const kept = keepBriefly<PageMeta>()
  const defaultHead = { status: 200, ...toHead(DEFAULT_META, publicUrl) }

  async function readMeta({ kind, subject }: Subject): Promise<PageMeta> {
    const path = PATHS[kind](subject)
    if (kind === 'player') return { ...(await readPlayer(db, subject)), path }
    const content = await readContent(kind, subject)
    return { ...wordsOf(content), path, image: previewPath(kind, subject, revisionOf(content), 'dark') }
  }

  async function readLinked(subject: Subject): Promise<PageHead> {
    try {
      return { status: 200, ...toHead(await readMeta(subject), publicUrl, false) }
    } catch (error) {
      if (!(error instanceof ApiError) || ![404, 410].includes(error.status)) throw error
      return {
        status: error.status,
        ...toHead({ ...DEFAULT_META, title: error.message }, publicUrl, false),
      }
    }
  }

  async function readListed(subject: Subject): Promise<PageHead> {
    const meta = await kept.find(`${subject.kind} ${subject.subject}`, () => readMeta(subject))
    return { status: 200, ...toHead(meta, publicUrl) }
  }

  /** @param tour as in the query of the leaderboard */
  return async (path: string, tour: unknown): Promise<PageHead> => {
    const subject = subjectOf(path, tour)
    if (!subject) return defaultHead
    const head = BY_LINK.has(subject.kind) ? readLinked(subject) : readListed(subject)
    return withPagePatience(head, () => defaultHead)
  }
}

function subjectOf(path: string, tour: unknown): Subject | null {
  for (const [kind, pattern] of PATTERNS) {
    const subject = pattern.exec(path)?.[1]
    if (subject === undefined) continue
    const board = pathId.safeParse(tour).data ?? GLOBAL_BOARD
    return { kind, subject: kind === 'board' ? String(board) : subject }
  }
  return null
}

/** Name and record only. */
async function readPlayer(db: Database, subject: string): Promise<PageWords> {
  const id = pathId.safeParse(subject).data
  const player = id === undefined ? null : await findPlayer(db, id)
  if (!player) throw new ApiError('user_not_found')
  const standing = await findStanding(db, GLOBAL_BOARD, player.id)
  return wordsOfPlayer({ name: player.display_name, standing })
}

function toHead(
  { title, description, image, path }: PageMeta,
  publicUrl: string,
  isListed = true,
): Omit<PageHead, 'status'> {
  const absolute = (address: string) => new URL(address, publicUrl).href
  const metas: [attribute: 'name' | 'property', key: string, content: string][] = [
    ['name', 'description', description],
    ['property', 'og:site_name', PRODUCT],
    ['property', 'og:type', 'website'],
    ['property', 'og:title', title],
    ['property', 'og:description', description],
    ['name', 'twitter:card', image ? 'summary_large_image' : 'summary'],
  ]
  if (path) metas.push(['property', 'og:url', absolute(path)])
  if (image) {
    metas.push(
      ['property', 'og:image', absolute(image)],
      ['property', 'og:image:width', String(PREVIEW_SIZE.width)],
      ['property', 'og:image:height', String(PREVIEW_SIZE.height)],
      ['property', 'og:image:alt', `${title}. ${description}`],
      ['name', 'twitter:image', absolute(image)],
    )
  }
  if (!isListed) metas.push(['name', 'robots', 'noindex'])
  return {
    title: title === PRODUCT ? title : `${title} · ${PRODUCT}`,
    metas: metas
      .map(([attribute, key, content]) => `<meta ${attribute}="${key}" content="${escapeHtml(content)}" />`)
      .join('\n    '),
  }
}

const KEPT_MS = 5_000
const MAX_KEPT = 500

/** Keeps what was read for seconds, failures too, so that many who open a page share the read. */
function keepBriefly<Value>(now = Date.now) {
  const kept = new Map<string, { readonly until: number; readonly value: Promise<Value> }>()

  return {
    find(key: string, read: () => Promise<Value>): Promise<Value> {
      const known = kept.get(key)
      if (known && now() < known.until) return known.value
      const value = read()
      kept.delete(key)
      kept.set(key, { until: now() + KEPT_MS, value })
      const [oldest] = kept.keys()
      if (kept.size > MAX_KEPT && oldest !== undefined) kept.delete(oldest)
      return value
    },
  }
}
