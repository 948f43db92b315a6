import { z } from 'zod'
import { defineEndpoint } from './endpoint.ts'
import { id, instant, isStorable, pathId } from './fields.ts'

export const songRename = z.object({
  /** The song that the source lists no longer, under its present name. */
  song: z.object({ id, name: z.string() }),
  /** Under which the source seems to list it now. */
  slug: z.string(),
  name: z.string(),
  /** `position`: the new name has the song's place in its last setlist; `spelling`: the names are close. */
  reason: z.enum(['position', 'spelling']),
  created_at: instant,
})
export type SongRename = z.output<typeof songRename>

const MAX_SLUG = 200
const renames = z.object({ renames: z.array(songRename) })
const renameParams = z.object({
  songId: pathId,
  slug: z.string().min(1).max(MAX_SLUG).refine(isStorable),
})

export const songRenameEndpoints = {
  listSongRenames: defineEndpoint({
    method: 'GET',
    path: '/api/admin/song-renames',
    access: 'admin',
    summary: 'Songs that the source seems to list under another name, until an admin accepts or drops it',
    response: renames,
  }),
  acceptSongRename: defineEndpoint({
    method: 'POST',
    path: '/api/admin/songs/:songId/renames/:slug/accept',
    access: 'admin',
    summary: 'Lists a song again under its new name, and merges into it what came under that name',
    params: renameParams,
    response: renames,
  }),
  dropSongRename: defineEndpoint({
    method: 'POST',
    path: '/api/admin/songs/:songId/renames/:slug/drop',
    access: 'admin',
    summary: 'Keeps two songs, and never proposes this name for the song again',
    params: renameParams,
    response: renames,
  }),
} as const
