import { z } from 'zod'
import { defineEndpoint } from './endpoint.ts'
import { day, id, pathId } from './fields.ts'
import { show } from './shows.ts'

export const tour = z.object({
  id,
  name: z.string(),
  start_date: day,
  end_date: day,
  description: z.string().nullable(),
})
export type Tour = z.output<typeof tour>

export const listedTour = tour.extend({
  /** The last scored show of a tour that is over. */
  final_show: id.nullable(),
})
export type ListedTour = z.output<typeof listedTour>

export const tourParams = z.object({ tourId: pathId })

export const tourEndpoints = {
  listTours: defineEndpoint({
    method: 'GET',
    path: '/api/tours',
    access: 'visitor',
    forKeys: true,
    summary: 'Every tour, newest first',
    response: z.object({ tours: z.array(listedTour) }),
  }),
  listTourShows: defineEndpoint({
    method: 'GET',
    path: '/api/tours/:tourId/shows',
    access: 'visitor',
    forKeys: true,
    summary: 'The shows of a tour, in the order of their dates',
    params: tourParams,
    response: z.object({ shows: z.array(show) }),
  }),
} as const
