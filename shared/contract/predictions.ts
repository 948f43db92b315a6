import { z } from 'zod'
import { SET_SIZES } from '../game/setlist.ts'
import { defineEndpoint } from './endpoint.ts'
import { bodyId, id, instant, pathId } from './fields.ts'
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
    forKeys: true,
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
    forKeys: true,
    summary: "A fan's predictions, newest show first; for that fan and for admins",
    params: z.object({ userId: pathId }),
    response: z.object({ predictions: z.array(prediction) }),
  }),
} as const
