import { z } from 'zod'
import { SHARED_SLOTS } from '../game/shared-slots.ts'
import { listedShow } from './chances.ts'
import { defineEndpoint } from './endpoint.ts'
import { showParams } from './shows.ts'

const count = z.int().nonnegative()
const token = z.string().regex(/^[A-Za-z0-9_-]{22}$/)

/** What the card brought so far; absent before the lock, when only *I have picked* is told. */
const sharedResult = z.object({
  total: count,
  rank: z.int().positive(),
  players: z.int().positive(),
  is_final: z.boolean(),
  /** The machine's points; null without its card. */
  machine: count.nullable(),
  slots: z.object({
    set1: z.array(z.enum(SHARED_SLOTS)),
    set2: z.array(z.enum(SHARED_SLOTS)),
    encore: z.array(z.enum(SHARED_SLOTS)),
  }),
})
export type SharedResult = z.output<typeof sharedResult>

/** Without any id or address of the fan. */
export const sharedCard = z.object({
  name: z.string(),
  show: listedShow,
  /** Null before the lock, and where the fan has deleted the prediction. */
  result: sharedResult.nullable(),
  /** The grid of emoji with the show and the points. */
  text: z.string(),
  /** Part of the image's path, so that a changed card has another one. */
  revision: z.string(),
})
export type SharedCard = z.output<typeof sharedCard>

/** 410 `share_gone` for a revoked share and one of a deleted or suspended user; 404 `share_not_found`. */
export const shareEndpoints = {
  getShare: defineEndpoint({
    method: 'GET',
    path: '/api/shares/:token',
    access: 'visitor',
    summary: 'A shared card; before the lock nothing but that there is one',
    params: z.object({ token }),
    response: sharedCard,
  }),
  shareCard: defineEndpoint({
    method: 'PUT',
    path: '/api/users/current/shows/:showId/share',
    access: 'fan',
    summary: 'Shares the own card of a show with everybody who gets the link; the same link each time',
    params: showParams,
    response: z.object({
      token,
      /** False where the card was shared already. */
      is_new: z.boolean(),
    }),
  }),
  revokeShare: defineEndpoint({
    method: 'DELETE',
    path: '/api/users/current/shows/:showId/share',
    access: 'fan',
    summary: 'Ends the share for good; a later one has another link',
    params: showParams,
    response: z.object({ token: z.null() }),
  }),
} as const
