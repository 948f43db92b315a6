import { z } from 'zod'
import { defineEndpoint } from './endpoint.ts'
import { id, pathId } from './fields.ts'

const params = z.object({ tourId: pathId })

const playerResult = z.object({
  rank: z.int().positive(),
  name: z.string(),
  points: z.int(),
  shows: z.int().positive(),
  /** The most points of one show. */
  best: z.int(),
})
export type PlayerResult = z.output<typeof playerResult>

/** The file of `getTourResults`; that of `getTourResultsCsv` has the players only. */
export const tourResults = z.object({
  /** With the number of scored shows. */
  tour: z.object({ id, name: z.string(), shows: z.int().positive() }),
  players: z.array(playerResult),
})

export const resultEndpoints = {
  getTourResults: defineEndpoint({
    method: 'GET',
    path: '/api/tours/:tourId/results.json',
    access: 'visitor',
    forKeys: true,
    summary: 'The final table of a tour; 409 `tour_not_over` until its last show is final',
    params,
    response: z.never(),
    download: 'application/json',
  }),
  getTourResultsCsv: defineEndpoint({
    method: 'GET',
    path: '/api/tours/:tourId/results.csv',
    access: 'visitor',
    forKeys: true,
    summary: 'The final table of a tour, for spreadsheets',
    params,
    response: z.never(),
    download: 'text/csv; charset=utf-8',
  }),
} as const
