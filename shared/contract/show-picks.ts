import { z } from 'zod'
import { defineEndpoint } from './endpoint.ts'
import { id, pathId } from './fields.ts'
import { setlistPicks } from './predictions.ts'
import { showParams } from './shows.ts'

export const PICKS_PAGE = 100

/** Null: somebody who does not show their picks under the name, or whose profile is deleted. */
const player = z.object({ id, display_name: z.string(), avatar_path: z.string().nullable() }).nullable()

/** The picks of one player, as everybody sees them after the lock. */
export const playerPicks = z.object({
  player,
  picks: setlistPicks,
  /** Null until the show is scored. */
  score: z.int().nonnegative().nullable(),
})
export type PlayerPicks = z.output<typeof playerPicks>

const pickedSong = z.object({
  id,
  name: z.string(),
  /** Players who have it anywhere; of an opener those who have it first. */
  players: z.int().positive(),
  /** The chance that it is played, 0 to 1, as it stood at the lock; null where no chances were made. */
  chance: z.number().min(0).max(1).nullable(),
})

export const CROWD_SONGS = 20
export const CROWD_OPENERS = 3

/** What all players together have picked. */
export const crowd = z.object({
  players: z.int().nonnegative(),
  /** The most picked song of each slot; a song stands only once. */
  card: setlistPicks,
  /** The {@link CROWD_SONGS} most picked songs, most first. */
  songs: z.array(pickedSong),
  /** The {@link CROWD_OPENERS} songs that most players have in the first slot, most first. */
  openers: z.array(pickedSong),
})
export type Crowd = z.output<typeof crowd>

/** Who picked what; 409 `picks_open` before the lock, `show_cancelled` for a cancelled show. */
export const showPickEndpoints = {
  listShowPredictions: defineEndpoint({
    method: 'GET',
    path: '/api/shows/:showId/predictions',
    access: 'visitor',
    forKeys: true,
    summary: 'The picks of all players after the lock, page by page',
    params: showParams,
    query: z.strictObject({ after: pathId.optional() }),
    response: z.object({
      predictions: z.array(playerPicks),
      /** Pass as `after` for the page that follows; null at the end. */
      next: id.nullable(),
    }),
  }),
  getShowPrediction: defineEndpoint({
    method: 'GET',
    path: '/api/shows/:showId/predictions/:userId',
    access: 'visitor',
    personal: true,
    forKeys: true,
    summary: 'The picks of a player who shows them under the name, or the own ones, after the lock',
    params: showParams.extend({ userId: pathId }),
    response: playerPicks,
  }),
  getCrowd: defineEndpoint({
    method: 'GET',
    path: '/api/shows/:showId/crowd',
    access: 'visitor',
    forKeys: true,
    summary:
      'How many have picked, the card of most picked songs, the most picked songs and openers, after the lock',
    params: showParams,
    response: crowd,
  }),
} as const
