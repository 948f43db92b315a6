import { z } from 'zod'
import { SET_NAMES } from '../game/setlist.ts'
import { listedShow } from './chances.ts'
import { defineEndpoint } from './endpoint.ts'
import { id, pathId } from './fields.ts'
import { song } from './songs.ts'

const count = z.int().nonnegative()
const neighbour = z.object({ id, name: z.string(), slug: z.string(), plays: z.int().positive() })

export const SONG_PAGE = { performances: 20, neighbours: 5, venues: 10 } as const

/** Everything but `song` follows from stored setlists of shows that are over or scored, and counted. */
export const songPage = z.object({
  song,
  /** Every year from the first to the last play, also those without one. */
  years: z.array(z.object({ year: z.int(), plays: count })),
  /** Shows between two plays, oldest first. */
  gaps: z.array(count),
  sets: z.array(z.object({ set: z.enum([...SET_NAMES, 'further']), plays: z.int().positive() })),
  /** The last 20, newest first. */
  performances: z.array(
    z.object({
      show: listedShow,
      set: z.string(),
      position: z.int().positive(),
      /** Null for the first play. */
      gap: count.nullable(),
    }),
  ),
  /** The songs right before and after it in the same set, the most frequent first. */
  before: z.array(neighbour),
  after: z.array(neighbour),
  venues: z.array(z.object({ venue: z.string(), location: z.string(), plays: z.int().positive() })),
})
export type SongPage = z.output<typeof songPage>

export const songPageEndpoints = {
  getSongPage: defineEndpoint({
    method: 'GET',
    path: '/api/songs/:songId',
    access: 'visitor',
    forKeys: true,
    summary: 'How a song was played, by the stored setlists',
    params: z.object({ songId: pathId }),
    response: songPage,
  }),
} as const
