import { z } from 'zod'
import { defineEndpoint } from './endpoint.ts'
import { day } from './fields.ts'
import { importCheck } from './import-checks.ts'
import { runAccepted, uploadName } from './runs.ts'

export const SOURCE_NAMES = ['demo', 'file', 'phishnet', 'songfish', 'setlistfm'] as const
export type SourceName = (typeof SOURCE_NAMES)[number]

/** Below `DATA_DIR`, whose place may be another one in each program. */
const UPLOADS = 'DATA_DIR/setlists/'

/** The `SETLIST_SOURCE` of uploaded files. */
export const sourceOfUpload = (name: string) => `file:${UPLOADS}${name}`

/** Of one file or ZIP, in bytes. */
export const MAX_SETLISTS_BYTES = 100_000_000

const sourceStatus = z.object({
  /** Null where it has to be entered again. */
  name: z.enum(SOURCE_NAMES).nullable(),
  /** Of the site; null where there is none. */
  host: z.string().nullable(),
  /** The uploaded files in use. */
  upload: uploadName.nullable(),
})
export type SourceStatus = z.output<typeof sourceStatus>

/**
 * - `unreachable`: no connection, a broken one, or the site reports that it is down;
 * - `timeout`: no complete response in time;
 * - `too-large`: the response exceeds the limit;
 * - `page`: the response is a web page;
 * - `malformed`: the response does not match the site's documentation;
 * - `unauthorized`: the site does not take the key;
 * - `limited`: too many requests;
 * - `missing`: the site knows no such address;
 * - `moved`: a redirect, which is not followed;
 * - `refused`: the site declined for another reason.
 */
const sourceFailure = z.enum([
  'unreachable',
  'timeout',
  'too-large',
  'page',
  'malformed',
  'unauthorized',
  'limited',
  'missing',
  'moved',
  'refused',
])
export type SourceFailure = z.output<typeof sourceFailure>

const failure = z.object({
  reason: sourceFailure,
  /** In the words of an import, in English, without a key. */
  message: z.string(),
  /** In seconds; null where the site does not say. */
  retry_after: z.int().positive().nullable(),
})

const count = z.int().nonnegative()
const listedShow = z.object({ date: day, venue: z.string(), city: z.string().nullable() })
export type ListedShow = z.output<typeof listedShow>

const sourcePreview = z.object({
  shows: count,
  /** Null where only an import counts them. */
  tours: count.nullable(),
  songs: count.nullable(),
  /** Today's and the first ones after it. */
  next: z.array(listedShow),
  last: listedShow.nullable(),
})
export type SourcePreview = z.output<typeof sourcePreview>

const sourceTest = z.object({ preview: sourcePreview.nullable(), failure: failure.nullable() })
export type SourceTest = z.output<typeof sourceTest>

const artist = z.object({ mbid: z.guid(), name: z.string(), disambiguation: z.string() })

export const installationSourceEndpoints = {
  getSourceStatus: defineEndpoint({
    method: 'GET',
    path: '/api/admin/source',
    access: 'admin',
    summary: 'Which source of setlists is in effect, without its key',
    response: sourceStatus,
  }),
  testSource: defineEndpoint({
    method: 'POST',
    path: '/api/admin/source/test',
    access: 'admin',
    needsFreshLogin: true,
    summary:
      'Asks a site for its shows and songs, stores nothing, and says what an import would find, or what fails',
    body: z.strictObject({
      /** As `SETLIST_SOURCE`; null: the one in effect. */
      source: z.string().trim().max(1_000).nullable(),
    }),
    response: sourceTest,
  }),
  findArtists: defineEndpoint({
    method: 'POST',
    path: '/api/admin/source/artists',
    access: 'admin',
    needsFreshLogin: true,
    summary: 'Searches setlist.fm for artists by name',
    body: z.strictObject({
      /** What a header takes; the setting demands no less. */
      api_key: z
        .string()
        .trim()
        .max(200)
        .regex(/^[\w-]+$/),
      name: z.string().trim().min(1).max(200),
    }),
    response: z.object({ artists: z.array(artist).nullable(), failure: failure.nullable() }),
  }),
  uploadSetlists: defineEndpoint({
    method: 'POST',
    path: '/api/admin/source/files',
    access: 'admin',
    needsFreshLogin: true,
    summary:
      'Stores a file of setlists, or a ZIP of them, and enqueues a check of what an import of it would change',
    query: z.object({
      /** With its ending. */
      name: z.string().max(200),
    }),
    streamed: true,
    response: importCheck,
    accepted: runAccepted,
  }),
} as const
