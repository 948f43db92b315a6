import { z } from 'zod'
import { defineEndpoint } from './endpoint.ts'
import { day, id } from './fields.ts'
import { performance, pointTable } from './live-shows.ts'
import { showParams } from './shows.ts'

const count = z.int().nonnegative()

/** Rows of the board in each step. */
export const REPLAY_ROWS = 100

/** A place in `names`, and a total. */
type ReplayRow = [place: number, total: number]

/** Not `z.tuple`, which would add 860 bytes to the first view. */
const replayRow = z
  .custom<ReplayRow>(
    (row) => Array.isArray(row) && row.length === 2 && row.every((field) => count.safeParse(field).success),
  )
  .meta({ override: { type: 'array', minItems: 2, maxItems: 2 } })

/** A show after one of its songs. */
export const replayStep = z.object({
  /** Totals of all players, packed by `packHistogram` of shared/game. */
  histogram: z.string(),
  /** The first {@link REPLAY_ROWS} rows; tuples to stay small. */
  top: z.array(replayRow),
})
export type ReplayStep = z.output<typeof replayStep>

export const replay = z.object({
  players: count,
  performances: z.array(performance),
  /** By which the totals were computed. */
  points: pointTable.optional(),
  /** One for each performance: the set of the song is open, after the last song none. */
  steps: z.array(replayStep),
  /** Null: a player who does not show the picks or is deleted. */
  names: z.array(z.object({ id, display_name: z.string() }).nullable()),
})
export type Replay = z.output<typeof replay>

export const practiceSong = z.object({
  id,
  name: z.string(),
  times_played: count,
  /** Shows since it was played, as in the list of songs; null where that is not known. */
  gap: count.nullable(),
  last_played: day.nullable(),
})
export type PracticeSong = z.output<typeof practiceSong>

export const replayEndpoints = {
  getReplay: defineEndpoint({
    method: 'GET',
    path: '/api/shows/:showId/replay',
    access: 'visitor',
    // It may have the replay computed.
    refusesHead: true,
    summary: 'The board of a scored show as it stood after each song',
    params: showParams,
    response: replay,
    /** It is being computed: ask again. */
    accepted: z.object({ status: z.literal('computing') }),
  }),
  getPractice: defineEndpoint({
    method: 'GET',
    path: '/api/shows/:showId/practice',
    access: 'visitor',
    summary: 'The songs as they were on the day before a past show, without what it played',
    params: showParams,
    response: z.object({ songs: z.array(practiceSong) }),
  }),
  listPracticeShows: defineEndpoint({
    method: 'GET',
    path: '/api/practice/shows',
    access: 'visitor',
    summary: 'Past shows with a setlist, newest first',
    response: z.object({
      shows: z.array(z.object({ id, date: day, venue: z.string(), location: z.string() })),
    }),
  }),
} as const
