import { z } from 'zod'
import { defineEndpoint } from './endpoint.ts'
import { id, version } from './fields.ts'
import { tourParams } from './tours.ts'

/** The id of the board over all shows; other boards have the id of their tour. */
export const GLOBAL_BOARD = 0

/** Equal totals share a rank (1, 2, 2, 4). */
export const leaderboardEntry = z.object({
  rank: z.int().positive(),
  userId: id,
  userName: z.string(),
  /** Path of the image. */
  avatar: z.string().nullable(),
  showsParticipated: z.int().positive(),
  bestScore: z.int().nonnegative(),
  totalScore: z.int().nonnegative(),
})
export type LeaderboardEntry = z.output<typeof leaderboardEntry>

/** On each side of the current fan. */
export const AROUND_ROWS = 3

export const LEADERBOARD_PAGE = { size: 100, max: 500 } as const

const leaderboardQuery = z.strictObject({
  limit: z.coerce.number().int().min(1).max(LEADERBOARD_PAGE.max).default(LEADERBOARD_PAGE.size),
  after: z.string().max(400).optional(),
})

export const leaderboard = z.object({
  leaderboard: z.array(leaderboardEntry),
  /** Number of players on all pages. */
  total: z.int().nonnegative(),
  /** Pass as `after` for the rows that follow; null at the end. */
  next: z.string().nullable(),
  /** The version of the board's live topic. */
  version,
})
export type Leaderboard = z.output<typeof leaderboard>

/** The rank is null before the first scored prediction. */
export const ownScore = z.object({
  totalScore: z.int().nonnegative(),
  showsParticipated: z.int().nonnegative(),
  bestScore: z.int().nonnegative(),
  rank: z.int().positive().nullable(),
  players: z.int().nonnegative(),
  version,
})
export type OwnScore = z.output<typeof ownScore>

/**
 * Up to {@link AROUND_ROWS} rows above the own one, the own one, and as many below; none of them without a score. And
 * the players that the fan follows, each in their place.
 */
const boardAround = z.object({
  rows: z.array(leaderboardEntry),
  /** Those of the rows that the fan follows. */
  followed: z.array(id),
})
export type BoardAround = z.output<typeof boardAround>

export const leaderboardEndpoints = {
  getLeaderboard: defineEndpoint({
    method: 'GET',
    path: '/api/leaderboard',
    access: 'visitor',
    forKeys: true,
    summary: 'The board over every show',
    query: leaderboardQuery,
    response: leaderboard,
  }),
  getTourLeaderboard: defineEndpoint({
    method: 'GET',
    path: '/api/tours/:tourId/leaderboard',
    access: 'visitor',
    forKeys: true,
    summary: 'The board over the shows of one tour',
    params: tourParams,
    query: leaderboardQuery,
    response: leaderboard.extend({ tourName: z.string() }),
  }),
  getOwnScore: defineEndpoint({
    method: 'GET',
    path: '/api/users/current/score',
    access: 'fan',
    forKeys: true,
    summary: "The current fan's place over every show",
    response: ownScore,
  }),
  getOwnTourScore: defineEndpoint({
    method: 'GET',
    path: '/api/users/current/tours/:tourId/score',
    access: 'fan',
    forKeys: true,
    summary: "The current fan's place on one tour",
    params: tourParams,
    response: ownScore,
  }),
  getOwnScoreAround: defineEndpoint({
    method: 'GET',
    path: '/api/users/current/score/around',
    access: 'fan',
    forKeys: true,
    summary: 'The rows around the current fan on the board over every show, and those of followed players',
    response: boardAround,
  }),
  getOwnTourScoreAround: defineEndpoint({
    method: 'GET',
    path: '/api/users/current/tours/:tourId/score/around',
    access: 'fan',
    forKeys: true,
    summary: "The rows around the current fan on one tour's board, and those of followed players",
    params: tourParams,
    response: boardAround,
  }),
} as const
