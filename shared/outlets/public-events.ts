import { z } from 'zod'
import { changedSong, correctionSource } from '../contract/corrections.ts'
import { day, id, instant } from '../contract/fields.ts'

const count = z.int().nonnegative()

const show = z.object({
  id,
  date: day,
  venue: z.string(),
  /** City, state and country. */
  place: z.string(),
})

/** A row of a table. Null: the player does not show the picks under the name. */
const row = z.object({ rank: z.int().positive(), name: z.string().nullable(), points: count })

/** What leaves the site by feed and webhook. No payload has the id or the address of a user. */
export const publicEvents = {
  'picks-locked': z.object({
    show,
    locked_at: instant,
    /** As counted then: saves that are under way may follow. */
    predictions: count,
    /** Only of locks that release 0.10.0 stored. */
    root: z.string().nullable(),
  }),
  'picks-proved': z.object({
    show,
    /** Their final number. */
    predictions: count,
    /** The root of the Merkle tree, in hexadecimal digits. */
    root: z.string(),
  }),
  'song-played': z.object({
    show,
    set: z.string(),
    position: z.int().positive(),
    song: z.object({ id, name: z.string() }),
  }),
  'show-final': z.object({ show, players: count, leaders: z.array(row) }),
  'scores-corrected': z.object({
    show,
    source: correctionSource,
    songs: z.array(changedSong),
    raised: count,
    lowered: count,
  }),
  /** Counts the shows from Monday to Sunday. */
  'weekly-table': z.object({
    from: day,
    to: day,
    shows: z.int().positive(),
    rows: z.array(row),
  }),
} as const

export type PublicEventKind = keyof typeof publicEvents
export type PublicEvent<K extends PublicEventKind> = z.output<(typeof publicEvents)[K]>
