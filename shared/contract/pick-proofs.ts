import { z } from 'zod'
import { defineEndpoint } from './endpoint.ts'
import { day, id, instant } from './fields.ts'
import { showParams } from './shows.ts'

/** SHA-256, in hexadecimal digits. */
const digest = z.string().regex(/^[0-9a-f]{64}$/)

/** The keys are hashed in this order. */
export const pickLeaf = z.strictObject({
  /** The show's id at its source. */
  show: z.string(),
  date: day,
  player: id,
  /** The slug of each slot: set 1, set 2, encore. */
  picks: z.array(z.string().nullable()),
  salt: digest,
})
export type PickLeaf = z.output<typeof pickLeaf>

/** The file that an owner downloads. */
export const pickProof = z.strictObject({
  leaf: pickLeaf,
  index: z.int().nonnegative(),
  tree_size: z.int().positive(),
  /** From the leaf's neighbour up. */
  path: z.array(digest),
  root: digest,
})
export type PickProof = z.output<typeof pickProof>

/** One lock of a show. A reopened show has several; only the last one is not replaced. */
export const pickLock = z.object({
  number: z.int().positive(),
  locked_at: instant,
  /** When the root was computed, and mailed to the admins. */
  created_at: instant,
  leaves: z.int().nonnegative(),
  /** Null where nobody had picked. */
  root: digest.nullable(),
  replaced_at: instant.nullable(),
})
export type PickLock = z.output<typeof pickLock>

export const pickProofEndpoints = {
  listPickLocks: defineEndpoint({
    method: 'GET',
    path: '/api/shows/:showId/proof',
    access: 'visitor',
    forKeys: true,
    summary: 'The roots of the commitments to the picks of a show, newest first; none before its first lock',
    params: showParams,
    response: z.object({ locks: z.array(pickLock) }),
  }),
  getOwnProof: defineEndpoint({
    method: 'GET',
    path: '/api/shows/:showId/proof/own',
    access: 'fan',
    summary: "The proof that the current fan's picks are the ones of the lock",
    params: showParams,
    response: pickProof,
  }),
  downloadLeaves: defineEndpoint({
    method: 'GET',
    path: '/api/shows/:showId/proof/leaves',
    access: 'visitor',
    // It would read them all, as fast as it can.
    refusesHead: true,
    summary: 'The hashes of all leaves in their order, one a line',
    params: showParams,
    response: z.never(),
    download: 'text/plain; charset=utf-8',
  }),
} as const
