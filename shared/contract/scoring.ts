import { z } from 'zod'
import { CATEGORIES } from '../game/points.ts'
import { SET_NAMES } from '../game/setlist.ts'
import { day } from './fields.ts'

const tally = z.object({ count: z.int().nonnegative(), points: z.int().nonnegative() })

/** docs/rules.md explains the five categories. */
export const breakdown = z.object({
  totalScore: z.int().nonnegative(),
  songInShow: tally,
  songInSet: tally,
  correctSong: tally,
  correctSpecial: tally,
  encoreInSet: tally,
  /** The picks that scored: set 1, set 2, encore, each by slot. */
  details: z.array(
    z.object({
      songName: z.string(),
      reason: z.enum(CATEGORIES),
      points: z.int().positive(),
      predictedSet: z.enum(SET_NAMES),
      predictedPosition: z.int().positive(),
    }),
  ),
})
export type Breakdown = z.output<typeof breakdown>

const actualEntry = z.object({ position: z.int().positive(), songName: z.string() })

/** `further` has the third and later sets. */
export const actualSetlist = z.object({
  set1: z.array(actualEntry),
  set2: z.array(actualEntry),
  encore: z.array(actualEntry),
  further: z.array(z.object({ set: z.string(), entries: z.array(actualEntry) })),
})

export const standing = z.object({
  rank: z.int().positive(),
  players: z.int().positive(),
  median: z.int().nonnegative(),
})
export type Standing = z.output<typeof standing>

export const showDetails = z.object({ date: day, venue: z.string(), location: z.string() })
