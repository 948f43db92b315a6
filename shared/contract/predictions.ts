import { z } from 'zod'
import { SET_SIZES } from '../game/setlist.ts'
import { ownCorrection } from './corrections.ts'
import { defineEndpoint } from './endpoint.ts'
import { bodyId, id, instant, pathId } from './fields.ts'
import { actualSetlist, breakdown, showDetails } from './scoring.ts'
import { showParams } from './shows.ts'

const slots = z.array(z.object({ id, name: z.string() }).nullable()).readonly()

/** Sets are padded to their size; empty slots are null. */
export const setlistPicks = z.object({ set1: slots, set2: slots, encore: slots })
export type SetlistPicks = z.output<typeof setlistPicks>

export const prediction = z.object({
  id,
  user_id: id,
  show_id: id,
  created_at: instant,
  updated_at: instant,
  /** Null until the show is scored. */
  score: z.int().nonnegative().nullable(),
  setlist: setlistPicks,
  /** Counts the saves. A save with another version is rejected. */
  version: z.int().positive(),
})
export type Prediction = z.output<typeof prediction>

/** The name is ignored. */
const pickedSlot = z.object({ id: bodyId, name: z.string().max(1000).optional() }).nullable()
const pickedSet = (size: number) => z.array(pickedSlot).max(size)

export const pickedSetlist = z.strictObject({
  set1: pickedSet(SET_SIZES.set1),
  set2: pickedSet(SET_SIZES.set2),
  encore: pickedSet(SET_SIZES.encore),
})
export type PickedSetlist = z.input<typeof pickedSetlist>

/** Identified by id, else by slug, else by name, ignoring case. */
const playedEntry = z.object({
  id: bodyId.optional(),
  slug: z.string().max(200).optional(),
  name: z.string().max(200).optional(),
  songName: z.string().max(200).optional(),
  position: z.int().positive().optional(),
})
const playedSet = z.array(playedEntry).max(60)

const playedSetlist = z.object({
  set1: playedSet.default([]),
  set2: playedSet.default([]),
  encore: playedSet.default([]),
})
export type PlayedSetlist = z.output<typeof playedSetlist>

export const predictionEndpoints = {
  savePrediction: defineEndpoint({
    method: 'POST',
    path: '/api/predictions',
    access: 'fan',
    summary: "Saves the current fan's prediction for a show, or replaces it",
    body: z.strictObject({
      user_id: bodyId.optional(),
      show_id: bodyId,
      setlist: pickedSetlist,
      version: z.int().nonnegative().optional(),
    }),
    response: z.object({ prediction, updated: z.boolean() }),
  }),
  getOwnPrediction: defineEndpoint({
    method: 'GET',
    path: '/api/users/current/predictions/:showId',
    access: 'fan',
    summary: "The current fan's prediction for a show",
    params: showParams,
    response: z.object({ prediction }),
  }),
  deleteOwnPrediction: defineEndpoint({
    method: 'DELETE',
    path: '/api/users/current/predictions/:showId',
    access: 'fan',
    summary: "Deletes the current fan's prediction for a show that is open",
    params: showParams,
    response: z.object({ message: z.string() }),
  }),
  listPredictions: defineEndpoint({
    method: 'GET',
    path: '/api/users/:userId/predictions',
    access: 'fan',
    summary: "A fan's predictions, newest show first; for that fan and for admins",
    params: z.object({ userId: pathId }),
    response: z.object({ predictions: z.array(prediction) }),
  }),
  getBreakdown: defineEndpoint({
    method: 'GET',
    path: '/api/predictions/:predictionId/breakdown',
    access: 'fan',
    summary: 'How a prediction scored; for its owner and for admins',
    params: z.object({ predictionId: pathId }),
    response: z.object({
      prediction,
      breakdown,
      actualSetlist,
      showDetails,
      /** Those that changed its points, newest first. Absent in release 0.6.0. */
      corrections: z.array(ownCorrection).default([]),
    }),
  }),
  testScore: defineEndpoint({
    method: 'POST',
    path: '/api/test/score',
    access: 'fan',
    summary: 'Scores a prediction against a given setlist, or the sample; stores nothing',
    body: z.strictObject({
      prediction: z.object({ setlist: pickedSetlist }).or(pickedSetlist),
      actualSetlist: playedSetlist.nullish(),
    }),
    response: z.object({ breakdown, score: z.int().nonnegative(), actualSetlist }),
  }),
} as const
