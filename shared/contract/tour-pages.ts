import { z } from 'zod'
import { listedShow } from './chances.ts'
import { defineEndpoint } from './endpoint.ts'
import { day, id } from './fields.ts'
import { showPhase } from './shows.ts'
import { tour, tourParams } from './tours.ts'

const count = z.int().nonnegative()
const plays = z.int().positive()

export const TOUR_PAGE = {
  rests: 10,
  /** A song that was played at fewer shows has no rest. */
  minPlays: 10,
} as const

const placed = z.array(z.object({ set: z.enum(['set1', 'set2']), song: id, plays }))

/** What follows from the setlists of a tour's shows that are past. Songs that are hidden are in setlists only. */
export const tourStatistics = z.object({
  /** The most played first; a song counts once a show. */
  songs: z.array(z.object({ song: id, plays })),
  openers: placed,
  closers: placed,
  /** The longest gap first; `last` is the day of the play before. */
  bust_outs: z.array(z.object({ song: id, show: id, gap: count, last: day })),
  /** Songs that no earlier setlist has, in the order in which they were played. */
  debuts: z.array(z.object({ song: id, show: id })),
  /** Shows without the song until the last one of the tour, the most first, with the day of the last play. */
  rests: z.array(z.object({ song: id, shows: count, last: day })),
})
export type TourStatistics = z.output<typeof tourStatistics>

export const tourPage = z.object({
  tour,
  is_over: z.boolean(),
  /** In the order of their dates. Setlists are those of shows that are past. */
  shows: z.array(
    listedShow.extend({
      phase: showPhase,
      setlist: z.array(z.object({ set: z.string(), songs: z.array(id) })),
    }),
  ),
  /** Of all songs here, by their ids. */
  names: z.record(z.string(), z.string()),
  statistics: tourStatistics,
})
export type TourPage = z.output<typeof tourPage>

export const tourPageEndpoints = {
  getTourPage: defineEndpoint({
    method: 'GET',
    path: '/api/tours/:tourId',
    access: 'visitor',
    // It may have the statistics built.
    refusesHead: true,
    forKeys: true,
    summary: 'The shows of a tour with their setlists, and what was played how often',
    params: tourParams,
    response: tourPage,
    /** They are being built: ask again. */
    accepted: z.object({ status: z.literal('computing') }),
  }),
} as const
