import { z } from 'zod'
import { BADGES } from '../game/badges.ts'
import { defineEndpoint } from './endpoint.ts'
import { day, id, pathId } from './fields.ts'

const count = z.int().nonnegative()
const playerParams = z.object({ userId: pathId })

/** A player as pages name them. */
export const namedPlayer = z.object({ id, display_name: z.string(), avatar_path: z.string().nullable() })
export type NamedPlayer = z.output<typeof namedPlayer>

export const PLAYER_PAGE = { bestShows: 5, rarestSongs: 10 } as const

const playedShow = z.object({ id, date: day, venue: z.string(), location: z.string() })

/** A scored show of a player who shows the picks. */
const playerShow = z.object({
  show: playedShow,
  tour_id: id.nullable(),
  total: count,
  rank: z.int().positive(),
  players: z.int().positive(),
})
export type PlayerShow = z.output<typeof playerShow>

const earnedBadge = z.object({
  /** Those of a newer release are left out. */
  badge: z.enum(BADGES),
  /** Where it was earned first; null for one of a whole tour, and of a player who does not show the picks. */
  show: playedShow.nullable(),
})
export type EarnedBadge = z.output<typeof earnedBadge>

export const playerPage = z.object({
  player: namedPlayer,
  /** False: nothing of single shows is told. */
  shows_picks: z.boolean(),
  /** Over every show, then per tour, the newest first. */
  record: z.array(
    z.object({
      /** Null over every show. */
      tour: z.object({ id, name: z.string() }).nullable(),
      total: count,
      shows: z.int().positive(),
      best: count,
      rank: z.int().positive(),
      players: z.int().positive(),
    }),
  ),
  best_shows: z.array(playerShow),
  /** The longest gap before the show first. */
  rarest: z.array(z.object({ song: z.object({ id, name: z.string() }), gap: count, show: playedShow })),
  badges: z.array(earnedBadge),
})
export type PlayerPage = z.output<typeof playerPage>

export const MAX_FOLLOWED = 200

const followed = z.object({ players: z.array(namedPlayer) })

/** 404 `user_not_found` for a deleted or suspended player. */
export const playerEndpoints = {
  getPlayer: defineEndpoint({
    method: 'GET',
    path: '/api/players/:userId',
    access: 'visitor',
    forKeys: true,
    summary: "A player's record, best shows, rarest songs and badges",
    params: playerParams,
    response: playerPage,
  }),
  listPlayerShows: defineEndpoint({
    method: 'GET',
    path: '/api/players/:userId/shows',
    access: 'visitor',
    personal: true,
    forKeys: true,
    summary:
      'Every scored show of a player who shows the picks, or the own ones, newest first; none of others',
    params: playerParams,
    response: z.object({ shows: z.array(playerShow) }),
  }),
  listFollowed: defineEndpoint({
    method: 'GET',
    path: '/api/users/current/follows',
    access: 'fan',
    summary: 'The players that the current fan follows, by name',
    response: followed,
  }),
  followPlayer: defineEndpoint({
    method: 'PUT',
    path: '/api/users/current/follows/:userId',
    access: 'fan',
    summary: 'Follows a player, who is not told; 409 `too_many_followed`',
    params: playerParams,
    response: followed,
  }),
  unfollowPlayer: defineEndpoint({
    method: 'DELETE',
    path: '/api/users/current/follows/:userId',
    access: 'fan',
    summary: 'Follows a player no longer',
    params: playerParams,
    response: followed,
  }),
} as const
