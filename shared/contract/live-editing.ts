import { z } from 'zod'
import { defineEndpoint } from './endpoint.ts'
import { FIELD_LIMITS, FIELD_TEXTS, line } from './entered-fields.ts'
import { bodyId, instant, pathId, pathUuid } from './fields.ts'
import { performance } from './live-shows.ts'
import { sourceSetlist } from './setlists.ts'
import { showParams } from './shows.ts'

/** Counts performances over all sets, from 1. */
const sequence = z.int().positive().max(1_000)

const song = z.object({ op: z.literal('song'), song: bodyId })

/**
 * - `song`: they play it next, in the open set;
 * - `set`: the open set is over, and the next one is open; `encore`: the encore is open; `over`: the show is over;
 * - `undo`: the setlist of the revision before;
 * - `replace`, `remove`: a correction of an earlier song.
 */
export const tapOperation = z.discriminatedUnion('op', [
  song,
  z.object({ op: z.enum(['set', 'encore', 'over', 'undo']) }),
  z.object({ op: z.literal('replace'), sequence, song: bodyId }),
  z.object({ op: z.literal('remove'), sequence }),
])
export type TapOperation = z.output<typeof tapOperation>

/** They play a song that the catalogue lacks, which is added to it. One that has this name already is that song. */
const newSong = z.object({
  op: z.literal('new-song'),
  name: line(FIELD_LIMITS.songName, FIELD_TEXTS.songName),
})

/** `merged`: somebody else has done the same, so nothing changed; `conflict`: operators decide. */
export const tapOutcome = z.enum(['stored', 'merged', 'conflict'])
export type TapOutcome = z.output<typeof tapOutcome>

export const tap = z.strictObject({
  /** By the client: a repeated tap gets the response of the first and changes nothing. */
  opId: pathUuid,
  /** The newest revision that the operator saw; 0 for none. */
  base: z.int().nonnegative(),
  /** When it was tapped. */
  at: instant,
  operation: z.discriminatedUnion('op', [...tapOperation.options, newSong]),
})
export type Tap = z.output<typeof tap>

export const tapResult = z.object({ outcome: tapOutcome, revision: z.int().nonnegative() })
export type TapResult = z.output<typeof tapResult>

/** Null for a deleted user, and for the source. */
const author = z.string().nullable()

const shownTap = z.object({
  operation: tapOperation,
  songName: z.string().nullable(),
  by: author,
})

const openConflict = shownTap.extend({
  opId: z.string(),
  at: instant,
  /** What contradicts it; null for a setlist that was stored as a whole. */
  against: shownTap.nullable(),
})
export type OpenConflict = z.output<typeof openConflict>

/** What the source lists, beside what operators entered. */
const sourceReading = z.object({
  setlist: sourceSetlist,
  readAt: instant,
  /** True while the source does not respond; the setlist is the last that it listed. */
  isAway: z.boolean(),
  differs: z.boolean(),
})
export type SourceReading = z.output<typeof sourceReading>

export const liveEditor = z.object({
  revision: z.int().nonnegative(),
  /** As `set` of a performance: a further set has its label, also before its first song. */
  openSet: z.string().nullable(),
  performances: z.array(performance.extend({ by: author })),
  conflicts: z.array(openConflict),
  /** Null until the source was read. */
  source: sourceReading.nullable(),
  /** The version of the live topic `setlist:<id>`. */
  version: z.int().nonnegative(),
})
export type LiveEditor = z.output<typeof liveEditor>

/** For admins and live operators. Taps get 409 `show_not_begun` earlier than three hours before the start. */
export const liveEditingEndpoints = {
  getLiveEditor: defineEndpoint({
    method: 'GET',
    path: '/api/shows/:showId/live/editor',
    access: 'operator',
    summary: 'The setlist of a show that runs, with authors, conflicts and what the source lists',
    params: showParams,
    response: liveEditor,
  }),
  tapSetlist: defineEndpoint({
    method: 'POST',
    path: '/api/shows/:showId/live/taps',
    access: 'operator',
    summary: 'Adds the next song, changes the set, ends the show, or takes the last tap back',
    params: showParams,
    body: tap,
    response: tapResult,
  }),
  settleConflict: defineEndpoint({
    method: 'POST',
    path: '/api/shows/:showId/live/conflicts/:opId',
    access: 'operator',
    summary: 'Applies or drops a tap that others have contradicted',
    params: showParams.extend({ opId: pathUuid }),
    body: z.strictObject({ decision: z.enum(['apply', 'drop']) }),
    response: tapResult,
  }),
  takeSourceSetlist: defineEndpoint({
    method: 'POST',
    path: '/api/admin/shows/:showId/live/source',
    access: 'admin',
    summary: "Makes the source's setlist, as it was last read, the newest revision of a show that runs",
    params: showParams,
    response: z.object({ revision: z.int().nonnegative() }),
  }),
  setLiveOperator: defineEndpoint({
    method: 'PUT',
    path: '/api/admin/users/:userId/live-operator',
    access: 'admin',
    summary: 'Lets a user enter setlists of shows that run, or ends that',
    params: z.object({ userId: pathId }),
    body: z.strictObject({ is_live_operator: z.boolean() }),
    response: z.object({ is_live_operator: z.boolean() }),
  }),
} as const
