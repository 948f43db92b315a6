import { z } from 'zod'
import { defineEndpoint } from './endpoint.ts'
import { FIELD_LIMITS, FIELD_TEXTS, isStorable } from './entered-fields.ts'
import { bodyId, id, instant, pathId } from './fields.ts'
import { runAccepted, runResults } from './runs.ts'
import { song } from './songs.ts'

const namedSong = z.object({ id, name: z.string() })

const songState = {
  is_hidden: z.boolean(),
  /** No longer in the source's list. */
  is_retired: z.boolean(),
  /** The song that an admin has merged it into; that one may be merged too. */
  merged_into: namedSong.nullable(),
}

/** Plays, gap and day include the songs that are merged into it. */
export const listedSong = song.omit({ also_named: true }).extend(songState)
export type ListedSong = z.output<typeof listedSong>

export const adminSong = listedSong.extend({
  source: z.string(),
  source_id: z.string().nullable(),
  /** Earlier ids and slugs by which files and sites may still name it. */
  aliases: z.array(z.object({ source: z.string(), kind: z.enum(['id', 'slug']), alias: z.string() })),
  /** All of them, also through others. */
  merged_from: z.array(namedSong),
  /** The newest entries of the audit log. */
  changes: z.array(
    z.object({
      at: instant,
      action: z.string(),
      /** Null on the command line. */
      actor: z.string().nullable(),
      /** The song that a merge went into, or came from. */
      other: namedSong.nullable(),
    }),
  ),
})
export type AdminSong = z.output<typeof adminSong>

export const SONG_STATES = ['hidden', 'merged', 'retired'] as const
export const SONGS_PAGE = 50

const songParams = z.object({ songId: pathId })
const mergeBody = z.strictObject({
  /** Null ends the merge. */
  into: bodyId.nullable(),
})

export const adminSongEndpoints = {
  listAdminSongs: defineEndpoint({
    method: 'GET',
    path: '/api/admin/songs',
    access: 'admin',
    summary: 'Songs by name, with those that fans cannot pick; `search` looks in names and slugs',
    query: z.strictObject({
      search: z
        .string()
        .trim()
        .max(FIELD_LIMITS.songSearch.max)
        .refine(isStorable, FIELD_TEXTS.search)
        .default(''),
      state: z.enum(SONG_STATES).optional(),
    }),
    response: z.object({
      songs: z.array(listedSong),
      /** Counts all that match; the list has the first of them only. */
      total: z.int().nonnegative(),
    }),
  }),
  getAdminSong: defineEndpoint({
    method: 'GET',
    path: '/api/admin/songs/:songId',
    access: 'admin',
    summary: 'A song with its aliases, the songs merged into it and its last changes',
    params: songParams,
    response: adminSong,
  }),
  hideSong: defineEndpoint({
    method: 'PUT',
    path: '/api/admin/songs/:songId/hidden',
    access: 'admin',
    summary: 'Takes a song out of the list to pick from, or puts it back; setlists and picks keep it',
    params: songParams,
    body: z.strictObject({ hidden: z.boolean() }),
    response: adminSong,
  }),
  previewMerge: defineEndpoint({
    method: 'POST',
    path: '/api/admin/songs/:songId/merge/preview',
    access: 'admin',
    summary: 'Lists the shows whose scores a merge, or its end, would change; stores nothing',
    params: songParams,
    body: mergeBody,
    response: runResults['preview-merge'],
    accepted: runAccepted,
  }),
  mergeSong: defineEndpoint({
    method: 'POST',
    path: '/api/admin/songs/:songId/merge',
    access: 'admin',
    needsFreshLogin: true,
    summary: 'Enqueues the merge of a song into another one, or its end, and the new scores of shows',
    params: songParams,
    body: mergeBody,
    response: runResults['merge-song'],
    accepted: runAccepted,
  }),
} as const
