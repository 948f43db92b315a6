import { z } from 'zod'
import { defineEndpoint } from './endpoint.ts'
import { id, instant } from './fields.ts'
import { showParams } from './shows.ts'

const count = z.int().nonnegative()

/** One of the places where a song was played. `special` says what makes it so; null in the encore, where all are. */
export const songPlace = z.object({
  /** `set1`, `set2`, `encore`, or the label of a further set. */
  set: z.string(),
  position: z.int().positive(),
  special: z.enum(['opens', 'closes']).nullable(),
})
export type SongPlace = z.output<typeof songPlace>

/** A song whose points a correction may change. Without a place it was not played. */
export const changedSong = z.object({
  /** As it was picked. */
  id,
  name: z.string(),
  before: z.array(songPlace),
  after: z.array(songPlace),
  /** The song that it counts as since the correction; null where that is as before. */
  countsAs: z.string().nullable(),
})
export type ChangedSong = z.output<typeof changedSong>

/** An admin, the source of setlists, or a decision that two songs are one. */
export const correctionSource = z.enum(['hand', 'source', 'songs'])
export type CorrectionSource = z.output<typeof correctionSource>

/** What another scoring of a show changed for a player. */
export const ownCorrection = z.object({
  at: instant,
  source: correctionSource,
  before: count,
  after: count,
  /** The songs whose points differ; their differences add up to that of the totals. */
  songs: z.array(changedSong.extend({ pointsBefore: count, pointsAfter: count })),
})
export type OwnCorrection = z.output<typeof ownCorrection>

/** What another scoring of a show changed. */
export const correction = z.object({
  at: instant,
  source: correctionSource,
  songs: z.array(changedSong),
  /** Players whose points rose, and fell. */
  raised: count,
  lowered: count,
})
export type Correction = z.output<typeof correction>

export const correctionEndpoints = {
  listCorrections: defineEndpoint({
    method: 'GET',
    path: '/api/shows/:showId/corrections',
    access: 'visitor',
    forKeys: true,
    summary: 'What later scorings of a show changed, newest first',
    params: showParams,
    response: z.object({ corrections: z.array(correction) }),
  }),
} as const
