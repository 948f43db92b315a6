import { z } from 'zod'
import { defineEndpoint } from './endpoint.ts'
import { day, id, pathId } from './fields.ts'

export const song = z.object({
  id,
  name: z.string(),
  slug: z.string(),
  times_played: z.int().nonnegative(),
  /** Shows since the song was last played; null when the source does not say. */
  gap: z.int().nonnegative().nullable(),
  last_played: day.nullable(),
  /** The names of songs that are merged into it. */
  also_named: z.array(z.string()).optional(),
})
export type Song = z.output<typeof song>

const usualSet = z.enum(['set1', 'set2', 'encore'])

export const NOTEBOOK_COUNT = { min: 1, max: 50, kickstart: 9 } as const

export const notebookParams = z.object({ notebook: z.string().regex(/^[a-z0-9-]+-notebook$/) })

export const songEndpoints = {
  listSongs: defineEndpoint({
    method: 'GET',
    path: '/api/songs/all',
    access: 'visitor',
    forKeys: true,
    summary: 'Every song of the active catalogue, by name',
    response: z.object({ songs: z.array(song) }),
  }),
  drawNotebookSongs: defineEndpoint({
    method: 'GET',
    path: '/api/:notebook/random',
    access: 'visitor',
    summary: "Random songs of the songwriter's notebook; the path names the songwriter: `<slug>-notebook`",
    params: notebookParams,
    query: z.strictObject({
      count: z.coerce.number().int().min(NOTEBOOK_COUNT.min).max(NOTEBOOK_COUNT.max).default(9),
      /** A kickstart for this show: likely songs are drawn more often. */
      show: pathId.optional(),
    }),
    response: z.object({
      songs: z.array(z.object({ id, name: z.string(), slug: z.string(), set: usualSet })),
    }),
  }),
} as const
