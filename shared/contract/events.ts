import { z } from 'zod'
import { eventId, id, pathId, version } from './fields.ts'
import { GLOBAL_BOARD, leaderboardEntry } from './leaderboards.ts'
import { liveShowChange } from './live-shows.ts'
import { operationsState } from './operations.ts'
import { runs } from './runs.ts'
import type { PageTopics } from './show-pages.ts'
import { show } from './shows.ts'
import { config } from './site.ts'

const topicWithoutId = z.enum([
  'settings',
  'runs',
  /** Songs, tours and the list of shows. */
  'catalogue',
  /** Users whose profile was deleted. */
  'deletions',
  /** Queues, workers and outbox. The version is the time at which they were read, see `operations`. */
  'operations',
  /** Notifications of any user. */
  'notifications',
  /** Chances of any show: for cached responses only. */
  'chances',
])

/** Each topic has a version, incremented in the transaction of the change. */
export const topics = {
  ...topicWithoutId.enum,
  board: (board: number) => `board:${board}` as const,
  show: (showId: number) => `show:${showId}` as const,
  /** Revisions, conflicts and source readings of a show that runs: for its operators and its live board. */
  setlist: (showId: number) => `setlist:${showId}` as const,
  /** The live board of a show. */
  live: (showId: number) => `live:${showId}` as const,
  /** Name, options and members of a league. */
  league: (leagueId: number) => `league:${leagueId}` as const,
} as const

/** Null for an unknown topic, for example of a newer release. */
export function readTopic(
  topic: string,
):
  | { kind: z.output<typeof topicWithoutId> }
  | { kind: 'board'; board: number }
  | { kind: 'show' | 'setlist' | 'live'; showId: number }
  | { kind: 'league'; leagueId: number }
  | null {
  const withoutId = topicWithoutId.safeParse(topic)
  if (withoutId.success) return { kind: withoutId.data }
  const [kind, rest] = topic.split(':', 2)
  if (kind === 'board' && rest === String(GLOBAL_BOARD)) return { kind, board: GLOBAL_BOARD }
  const parsed = pathId.safeParse(rest)
  if (!parsed.success) return null
  if (kind === 'board') return { kind, board: parsed.data }
  if (kind === 'league') return { kind, leagueId: parsed.data }
  if (kind === 'show' || kind === 'setlist' || kind === 'live') return { kind, showId: parsed.data }
  return null
}

/**
 * A client at version `v` applies the step when `from <= v < to`, ignores an older one, and refetches after a later
 * one. A step from 0 contains the complete state. The step of a board applies to version `from` only: a page that was
 * fetched at a version between the two may have rows that have changed back since.
 */
const step = z.object({ topic: z.string(), from: version, to: version })
export type Step = z.output<typeof step>

/**
 * `renewed`: the browser has a new session id, by a password change or another login; `rights`: the session goes on with
 * other rights. Unknown reasons of a newer release count as `ended`.
 */
const revocationReason = z.enum(['logout', 'password', 'renewed', 'rights', 'ended']).catch('ended')

/** A reaction of a newer release passes through gateways, and pages that do not know it skip it. */
const leagueReaction = z.object({ leagueId: id, userId: id, reaction: z.string() })
const leaguePresence = z.object({ leagueId: id, userIds: z.array(id) })

/** From the gateway to browsers. */
export const serverEvents = {
  'config:changed': step.extend({ config }),
  /** Clients refetch the lists of songs, tours and shows. */
  'catalogue:changed': step,
  /** Clients replace the names of these users, who were deleted in the last minutes. */
  'users:deleted': step.extend({ userIds: z.array(id) }),
  /** After any change of a show: scores, setlist, lock or fields. */
  'show:changed': step.extend({ show }),
  /** To one user: their score, null after a reset. `version` is that of the show's topic. */
  'score:changed': z.object({
    showId: id,
    predictionId: id,
    score: z.int().nonnegative().nullable(),
    version,
  }),
  /** To one user, who may have more notifications than before. */
  'notifications:changed': step.extend({ unread: z.int().nonnegative() }),
  /** To one user, who has marked some as read on one page: the others refetch them. */
  'notifications:read': z.object({}),
  /** The rows of the first page that differ from version `from`, and those that left it. */
  'leaderboard:changed': step.extend({
    board: z.int().nonnegative(),
    total: z.int().nonnegative(),
    changed: z.array(leaderboardEntry),
    removed: z.array(id),
  }),
  /** To pages that watch a show. */
  'live:changed': step.extend({ showId: id, ...liveShowChange.shape }),
  'viewers:changed': z.object({ showId: id, viewers: z.int().nonnegative() }),
  /** To members who watch a league: they refetch it. */
  'league:changed': step.extend({ leagueId: id }),
  'league:reacted': leagueReaction,
  /** The members whose page is open, of those who allow that others see it. */
  'league:present': leaguePresence,
  /** To operators who watch a show: they refetch the editor. */
  'setlist:changed': step.extend({ showId: id }),
  'run:changed': step.extend({ runs }),
  /** To admins: the complete state. */
  'operations:changed': step.extend({ operations: operationsState }),
  /** To one session, before its socket is closed. */
  'session:revoked': z.object({ reason: revocationReason }),
  /** To the oldest sockets of a session or user that has too many, before they are closed. */
  'connection:replaced': z.object({}),
} as const

export type ServerEventName = keyof typeof serverEvents
export type ServerEvent<N extends ServerEventName> = z.output<(typeof serverEvents)[N]>

export type ServerToClientEvents = { [N in ServerEventName]: (event: ServerEvent<N>) => void }

/** What a browser may send: the tour whose board it starts or stops watching. */
export const boardWatch = z.strictObject({ tourId: eventId })
/** The show whose page or editor it opens or leaves; operators of the show get their events too. */
export const showWatch = z.strictObject({ showId: eventId })
/** The league whose page a member opens or leaves; others are refused. */
export const leagueWatch = z.strictObject({ leagueId: eventId })
export type ClientToServerEvents = {
  /** `topics`: the versions from which on the page gets events; pages of 0.11.0 and older do without. */
  'show:watch': (
    watch: z.input<typeof showWatch>,
    acknowledge: (result: { ok: boolean; topics?: PageTopics }) => void,
  ) => void
  'show:unwatch': (watch: z.input<typeof showWatch>) => void
  'board:watch': (watch: z.input<typeof boardWatch>, acknowledge: (result: { ok: boolean }) => void) => void
  'board:unwatch': (watch: z.input<typeof boardWatch>) => void
  'league:watch': (watch: z.input<typeof leagueWatch>, acknowledge: (result: { ok: boolean }) => void) => void
  'league:unwatch': (watch: z.input<typeof leagueWatch>) => void
}

const EDITORS = 'editors'

/** The rooms of the realtime server. */
export const rooms = {
  /** Settings, shows and the global board, for everybody. */
  public: 'public',
  board: (board: number) => `board:${board}` as const,
  /** Pages that show a show. */
  show: (showId: number) => `show:${showId}` as const,
  /** Those of them whose users may edit its setlist. */
  editors: (showId: number) => `${EDITORS}:${showId}` as const,
  user: (userId: number) => `user:${userId}` as const,
  /** Pages of a league; their users are members. */
  league: (leagueId: number) => `league:${leagueId}` as const,
  admins: 'admins',
} as const

export const isEditorsRoom = (room: string) => room.startsWith(`${EDITORS}:`)

/**
 * Published to all gateways over Redis after a commit. A lost event costs a second: gateways also read the versions
 * from Postgres.
 */
export const publishedEvents = {
  'topics:changed': z.object({
    topics: z.array(
      z.object({
        topic: z.string(),
        version,
        /** By the database's clock. */
        changedAt: z.iso.datetime().optional(),
      }),
    ),
  }),
  'session:revoked': z.object({
    userId: id,
    reason: revocationReason,
    /** SHA-256 of the one session that ended; absent: all of the user's. */
    sessionHash: z.string().optional(),
    /** SHA-256 of the one session that continues. */
    exceptSessionHash: z.string().optional(),
  }),
  'notifications:read': z.object({ userId: id }),
  /** The sockets of one gateway that watch a show. */
  'viewers:counted': z.object({ gateway: z.string(), showId: id, viewers: z.int().nonnegative() }),
  /** Those who are no members any more; null: nobody is, the league is deleted. */
  'league:left': z.object({ leagueId: id, userIds: z.array(id).nullable() }),
  'league:reacted': leagueReaction,
  /** The members who watch a league at one gateway and allow that others see it. */
  'league:present': leaguePresence.extend({ gateway: z.string() }),
} as const
export type PublishedEventName = keyof typeof publishedEvents
export type PublishedEvent<N extends PublishedEventName> = z.output<(typeof publishedEvents)[N]>
