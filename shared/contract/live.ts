import { z } from 'zod'
import { id, pathId, version } from './fields.ts'
import { GLOBAL_BOARD, leaderboardEntry } from './leaderboards.ts'
import { operationsState } from './operations.ts'
import { runs } from './runs.ts'
import { show } from './shows.ts'
import { config } from './site.ts'

/** The live topics. Each has a version, counted up in the transaction of the change. */
export const topics = {
  settings: 'settings',
  runs: 'runs',
  /** Songs, tours, and which shows there are. */
  catalogue: 'catalogue',
  /** The queues, the workers and the outbox. Nobody counts it up: its version is when it was read, see `operations`. */
  operations: 'operations',
  board: (board: number) => `board:${board}` as const,
  show: (showId: number) => `show:${showId}` as const,
} as const

/** What a topic's name means; null where it is none of ours (a newer program's, say). */
export function readTopic(
  topic: string,
):
  | { kind: 'settings' }
  | { kind: 'runs' }
  | { kind: 'catalogue' }
  | { kind: 'operations' }
  | { kind: 'board'; board: number }
  | { kind: 'show'; showId: number }
  | null {
  if (topic === topics.settings) return { kind: 'settings' }
  if (topic === topics.runs) return { kind: 'runs' }
  if (topic === topics.catalogue) return { kind: 'catalogue' }
  if (topic === topics.operations) return { kind: 'operations' }
  const [kind, rest] = topic.split(':', 2)
  if (kind === 'board' && rest === String(GLOBAL_BOARD)) return { kind, board: GLOBAL_BOARD }
  const parsed = pathId.safeParse(rest)
  if (!parsed.success) return null
  if (kind === 'board') return { kind, board: parsed.data }
  if (kind === 'show') return { kind, showId: parsed.data }
  return null
}

/**
 * A step of a topic: apply it when `from <= mine < to`; an older one is dropped, a later one shows a gap
 * that a refetch mends. A step from 0 carries the whole state, and so leads on from anything.
 */
const step = z.object({ topic: z.string(), from: version, to: version })
export type Step = z.output<typeof step>

/**
 * Why a session has ended. A reason that only a newer program knows is read as an end without one: what matters is
 * that the session ends.
 */
const revocationReason = z.enum(['logout', 'password', 'rights', 'ended']).catch('ended')

/** What the gateway tells the browsers. An event is a fact that has happened, with the data to apply it. */
export const liveEvents = {
  'config:changed': step.extend({ config }),
  /** Songs, tours or shows were added or edited: lists of them are to be read again. */
  'catalogue:changed': step,
  /** Scored, rescored, reset, its setlist corrected, its lock moved, added or edited: the show as it is now. */
  'show:scored': step.extend({ show }),
  /** To one fan: their own score of a show, null after a reset. `version` is the show topic's. */
  'score:changed': z.object({
    showId: id,
    predictionId: id,
    score: z.int().nonnegative().nullable(),
    version,
  }),
  /** The rows of a board's first page that differ from the version `from`, and those that left it. */
  'leaderboard:changed': step.extend({
    board: z.int().nonnegative(),
    total: z.int().nonnegative(),
    changed: z.array(leaderboardEntry),
    removed: z.array(id),
  }),
  /** To admins: the runs that moved. */
  'run:changed': step.extend({ runs }),
  /** To admins: the complete state of the queues, the workers and the outbox. */
  'operations:changed': step.extend({ operations: operationsState }),
  /** To one fan: this session has ended; the socket closes next. */
  'session:revoked': z.object({ reason: revocationReason }),
} as const

export type LiveEventName = keyof typeof liveEvents
export type LiveEvent<N extends LiveEventName> = z.output<(typeof liveEvents)[N]>

/** The events as Socket.IO's listener maps want them. */
export type ServerToClientEvents = { [N in LiveEventName]: (event: LiveEvent<N>) => void }

/** What a browser may send: the tour whose board it starts or stops watching. */
export const boardWatch = z.strictObject({ tourId: id })
export type ClientToServerEvents = {
  'board:watch': (watch: z.input<typeof boardWatch>, acknowledge: (result: { ok: boolean }) => void) => void
  'board:unwatch': (watch: z.input<typeof boardWatch>) => void
}

/** The rooms of the realtime server. */
export const rooms = {
  /** Everybody: settings, shows and the global board. */
  public: 'public',
  board: (board: number) => `board:${board}` as const,
  user: (userId: number) => `user:${userId}` as const,
  admins: 'admins',
} as const

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
        /** When the version began, by the database's clock. */
        changedAt: z.iso.datetime().optional(),
        /** The request that the change goes back to. */
        requestId: z.string().optional(),
        /** The span that published it (W3C Trace Context). */
        traceparent: z.string().optional(),
      }),
    ),
  }),
  'session:revoked': z.object({
    userId: id,
    reason: revocationReason,
    /** Only this session; absent: all of the user's. Never the session id itself, but its SHA-256. */
    sessionHash: z.string().optional(),
    /** All of the user's sessions but this one. */
    exceptSessionHash: z.string().optional(),
  }),
} as const
export type PublishedEventName = keyof typeof publishedEvents
export type PublishedEvent<N extends PublishedEventName> = z.output<(typeof publishedEvents)[N]>
