import { z } from 'zod'
import { listedShow } from './chances.ts'
import { defineEndpoint } from './endpoint.ts'
import { id } from './fields.ts'
import { leaderboardEntry } from './leaderboards.ts'
import { namedPlayer } from './players.ts'
import { tour, tourParams } from './tours.ts'

const count = z.int().nonnegative()

export const SEASON_ROWS = 20

/** Awards go to players who show their picks; null where nobody qualifies. */
export const season = z.object({
  tour,
  shows: z.int().positive(),
  players: count,
  /** The first rows of the tour's board; those of rank 1 to 3 are the podium. */
  table: z.array(leaderboardEntry),
  awards: z.object({
    /** Average of the second half of the shows against the first, of players with at least two shows in each. */
    most_improved: z.object({ player: namedPlayer, before: z.number(), after: z.number() }).nullable(),
    /** The most points at one show. */
    best_night: z.object({ player: namedPlayer, show: listedShow, total: count }).nullable(),
    /** The called song with the longest gap before the show. */
    boldest_call: z
      .object({ player: namedPlayer, show: listedShow, song: z.object({ id, name: z.string() }), gap: count })
      .nullable(),
  }),
})
export type Season = z.output<typeof season>

export const seasonEndpoints = {
  getSeason: defineEndpoint({
    method: 'GET',
    path: '/api/tours/:tourId/season',
    access: 'visitor',
    // It may have the season built.
    refusesHead: true,
    forKeys: true,
    summary: 'Table, podium and awards of a tour whose last show is final; 409 `tour_not_over` before',
    params: tourParams,
    response: season,
    /** It is being built: ask again. */
    accepted: z.object({ status: z.literal('computing') }),
  }),
} as const
