import { z } from 'zod'
import { FIELD_LIMITS, FIELD_TEXTS, line, lines } from './entered-fields.ts'
import { bodyId, id, instant } from './fields.ts'

const MAX_SET_SONGS = 60
const handSong = z.strictObject({ id: bodyId })
const handSet = z.array(handSong).max(MAX_SET_SONGS)

/** Songs in the order they were played. */
export const handSetlist = z.strictObject({
  set1: handSet,
  set2: handSet,
  encore: handSet,
  further: z
    .array(
      z.strictObject({
        set: line(FIELD_LIMITS.setLabel, FIELD_TEXTS.setLabel),
        songs: handSet,
      }),
    )
    .max(FIELD_LIMITS.furtherSets.max)
    .default([]),
  notes: lines(FIELD_LIMITS.setlistNotes, FIELD_TEXTS.setlistNotes).nullable().default(null),
})
export type HandSetlist = z.input<typeof handSetlist>
export type EnteredSetlist = z.output<typeof handSetlist>

const keptSet = z.array(handSong.strip()).max(MAX_SET_SONGS)

/** In inputs and results of runs, to which a newer release may have added fields. */
export const keptSetlist = handSetlist
  .extend({
    set1: keptSet,
    set2: keptSet,
    encore: keptSet,
    further: z.array(z.object({ set: z.string(), songs: keptSet })).default([]),
  })
  .strip()

const playedSong = z.object({ id, name: z.string() })

export const currentSetlist = z.object({
  revision: z.int().nonnegative(),
  origin: z.enum(['source', 'hand']),
  set1: z.array(playedSong),
  set2: z.array(playedSong),
  encore: z.array(playedSong),
  further: z.array(z.object({ set: z.string(), songs: z.array(playedSong) })),
  notes: z.string().nullable(),
  createdAt: instant,
})
export type CurrentSetlist = z.output<typeof currentSetlist>

/** The id is null for a song that is not in the catalogue. */
const sourceSong = z.object({ id: id.nullable(), name: z.string() })

export const sourceSetlist = z.object({
  /** False while the site has no setlist; the other fields are empty then. */
  found: z.boolean(),
  /** The site leaves the show out of its statistics, so it cannot be scored. */
  excluded: z.boolean(),
  exclusionReason: z.string().nullable(),
  set1: z.array(sourceSong),
  set2: z.array(sourceSong),
  encore: z.array(sourceSong),
  further: z.array(z.object({ set: z.string(), songs: z.array(sourceSong) })),
  notes: z.string().nullable(),
})

export type SourceSetlist = z.output<typeof sourceSetlist>

/** A setlist of the source that seems to be cut off: it counts once an admin takes it. */
export const setlistProposal = sourceSetlist.extend({ id, createdAt: instant })
export type SetlistProposal = z.output<typeof setlistProposal>
