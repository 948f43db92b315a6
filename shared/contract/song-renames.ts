import { z } from 'zod'
import { defineEndpoint } from './endpoint.ts'
import { isStorable } from './entered-fields.ts'
import { day, id, instant, pathId } from './fields.ts'

const namedSong = z.object({ id, name: z.string() })

export const songRename = z.object({
  /** The song that the source lists no longer, or with much the same name. */
  song: namedSong,
  /** As which the source seems to list it now. Its merge into the song accepts the proposal. */
  newer: namedSong,
  /** The slug of the newer song. */
  slug: z.string(),
  /**
   * `position`: the newer song has the place of the other one in the setlist of `show`; `spelling`: the names are
   * close; `slug`: they share it, and an earlier release made two songs of one with and without an id; `name`: the names
   * differ by `&` and `and`, an article or punctuation only, and both may be listed.
   */
  reason: z.enum(['position', 'spelling', 'slug', 'name']),
  show: z.object({ id, date: day, venue: z.string() }).nullable(),
  created_at: instant,
})
export type SongRename = z.output<typeof songRename>

export const RENAMES_PAGE = 20

const MAX_SLUG = 200
const renames = z.object({
  /** The oldest. */
  renames: z.array(songRename),
  total: z.int().nonnegative(),
})
export type SongRenames = z.output<typeof renames>

export const songRenameEndpoints = {
  listSongRenames: defineEndpoint({
    method: 'GET',
    path: '/api/admin/song-renames',
    access: 'admin',
    summary: 'Songs that the source seems to list as another song, until that is merged into it or kept',
    response: renames,
  }),
  dropSongRename: defineEndpoint({
    method: 'POST',
    path: '/api/admin/songs/:songId/renames/:slug/drop',
    access: 'admin',
    summary: 'Keeps two songs, and never proposes again that they are one',
    params: z.object({
      songId: pathId,
      slug: z.string().min(1).max(MAX_SLUG).refine(isStorable),
    }),
    response: renames,
  }),
} as const
