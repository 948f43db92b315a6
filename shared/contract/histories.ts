import { z } from 'zod'
import { defineEndpoint } from './endpoint.ts'
import { day, id, pathId } from './fields.ts'
import { setlistPicks } from './predictions.ts'

const count = z.int().nonnegative()
const place = z.object({ rank: z.int().positive(), players: count })

export const BEST_CALLS = 3

/** A show of a tour whose picks are closed and that the fan picked. */
export const pastCard = z.object({
  show: z.object({ id, date: day, venue: z.string(), location: z.string(), is_cancelled: z.boolean() }),
  picks: setlistPicks,
  /** Null until the show is scored. */
  total: count.nullable(),
  place: place.nullable(),
  /** After the show, of the tour's shows so far; null while it is not scored or not yet computed. */
  tour: place.nullable(),
  /** The up to {@link BEST_CALLS} hits with the most points; of equal ones those that the fewest players had. */
  best: z.array(
    z.object({ song: z.object({ id, name: z.string() }), points: z.int().positive(), players: count }),
  ),
})
export type PastCard = z.output<typeof pastCard>

export const historyEndpoints = {
  getHistory: defineEndpoint({
    method: 'GET',
    path: '/api/users/current/history/:tourId',
    access: 'fan',
    // It may have the ranks computed.
    refusesHead: true,
    summary: "The current fan's cards of a tour after their locks, oldest show first",
    params: z.object({ tourId: pathId }),
    response: z.object({
      cards: z.array(pastCard),
      /** The ranks of the tour are being computed: ask again. */
      is_computing: z.boolean(),
    }),
  }),
} as const
