import { z } from 'zod'
import { defineEndpoint } from './endpoint.ts'
import { id, instant, pathId, version } from './fields.ts'
import { showParams, showPhase } from './shows.ts'

const count = z.int().nonnegative()

/** One song in one place of a show that runs. */
export const performance = z.object({
  /** Over all sets, from 1. */
  sequence: z.int().positive(),
  /** `set1`, `set2`, `encore`, or the label of a further set. */
  set: z.string(),
  /** In its set, from 1. */
  position: z.int().positive(),
  song: z.object({ id, name: z.string() }),
  /** Null where the setlist was entered as a whole. */
  at: instant.nullable(),
})
export type PlayedSong = z.output<typeof performance>

export const MAX_HOLDERS = 3

export const livePerformance = performance.extend({
  /** How many players have the song anywhere, and in the exact place of a performance. */
  players: count,
  exact: count,
  /** Names of some who do and show their picks. */
  holders: z.array(z.string()).max(MAX_HOLDERS),
  /** How many shows ago it was played before, 1 for the last one; null for a first time. */
  gap: count.nullable(),
})
export type LivePerformance = z.output<typeof livePerformance>

/** Both null for a player who does not show the picks or is deleted. A tuple to stay small. */
export type TopRow = [total: number, userId: number | null, name: string | null]

const userId = id.nullable()
const name = z.string().nullable()

/** Not `z.tuple`, which would add 820 bytes to the first view. */
export const topRow = z
  .custom<TopRow>(
    (row) =>
      Array.isArray(row) &&
      row.length === 3 &&
      [count, userId, name].every((field, index) => field.safeParse(row[index]).success),
  )
  .meta({ override: { type: 'array', minItems: 3, maxItems: 3 } })

/** What each category of the rules pays. */
export const pointTable = z.object({
  songInShow: count,
  songInSet: count,
  correctSong: count,
  correctSpecial: count,
  encoreInSet: count,
})

/** What changes with each revision, the same for everybody. */
const liveBoardFields = {
  /** 0 before the first song. */
  revision: count,
  phase: showPhase,
  openSet: z.enum(['set1', 'set2', 'encore', 'further']).nullable(),
  players: count,
  /** Players by total, packed by `packHistogram` of shared/game: a player's rank follows from it. */
  histogram: z.string(),
  /** The first {@link TOP_ROWS} rows. */
  top: z.array(topRow),
  /** By which these totals were computed: those of the show's scores, else the current ones. */
  points: pointTable.optional(),
}

export const TOP_ROWS = 10

export const liveShow = z.object({
  ...liveBoardFields,
  performances: z.array(livePerformance),
  /** Pages that show it now. */
  viewers: count,
  /** The version of the live topic `live:<id>`. */
  version,
})
export type LiveShow = z.output<typeof liveShow>

/** A step: the performances that differ from version `from`, and how many the setlist has. */
export const liveShowChange = z.object({
  ...liveBoardFields,
  changed: z.array(livePerformance),
  songs: count,
})
export type LiveShowChange = z.output<typeof liveShowChange>

export const SHOW_BOARD_PAGE = 100

/** Equal totals share a rank. */
export const showBoardRow = z.object({
  rank: z.int().positive(),
  total: count,
  player: z.object({ id, display_name: z.string(), avatar_path: z.string().nullable() }).nullable(),
  isOwn: z.boolean(),
})
export type ShowBoardRow = z.output<typeof showBoardRow>

export const showBoard = z.object({
  rows: z.array(showBoardRow),
  players: count,
  /** The own row; null for a visitor, and for a fan who is not on the board. */
  own: z.object({ rank: z.int().positive(), total: count }).nullable(),
  revision: count,
  /** Those of the rows around the current fan whom the fan follows, and who show their picks. */
  followed: z.array(id),
  /** Pass as `after` for the rows that follow; null at the end. */
  next: count.nullable(),
})
export type ShowBoard = z.output<typeof showBoard>

/** 409 `picks_open` before the lock, `show_cancelled` for a cancelled show. */
export const liveShowEndpoints = {
  getLiveShow: defineEndpoint({
    method: 'GET',
    path: '/api/shows/:showId/live',
    access: 'visitor',
    forKeys: true,
    summary: 'The setlist so far, who had each song, and the top of the board as it stands',
    params: showParams,
    response: liveShow,
  }),
  getShowBoard: defineEndpoint({
    method: 'GET',
    path: '/api/shows/:showId/board',
    access: 'visitor',
    personal: true,
    forKeys: true,
    summary:
      'The board of a show, as it stands or final; `around=me` for the rows around the current fan and those of followed players',
    params: showParams,
    query: z.strictObject({
      /**
       * `tour`: the first rows of the board of its tour as it stands with this show. Around a fan who is not in them it
       * has of them the own row alone.
       */
      of: z.enum(['show', 'tour']).default('show'),
      around: z.literal('me').optional(),
      /** The number of rows before the page. */
      after: pathId.optional(),
    }),
    response: showBoard,
  }),
} as const
