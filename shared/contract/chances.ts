import { z } from 'zod'
import { CHANCE_METHODS, CHANCE_REASONS } from '../game/chance/song-chance.ts'
import { SET_NAMES } from '../game/setlist.ts'
import { defineEndpoint } from './endpoint.ts'
import { day, id, instant } from './fields.ts'
import { setlistPicks } from './predictions.ts'
import { showParams } from './shows.ts'

const count = z.int().nonnegative()

/** A show in one line. */
export const listedShow = z.object({ id, date: day, venue: z.string(), location: z.string() })
export type ListedShow = z.output<typeof listedShow>

/** How a song was played so far, by the stored setlists, and how likely it is tonight. */
export const songChance = z.object({
  id,
  /** In thousandths; null for a song that was not played for years. */
  chance: count.max(1_000).nullable(),
  /** Those that move the chance most, the strongest first; none where a newer release has other ones. */
  reasons: z.array(z.enum(CHANCE_REASONS)).catch([]),
  /** Shows since the last play: 0 for the last show. */
  gap: count,
  /** The median of the gaps before; null with fewer than two plays. */
  usual_gap: count.nullable(),
  /** The last show with it: its place in `shows`. */
  last: count,
  /** Plays at the last ten shows. */
  lately: count.default(0),
  /** Plays at the last 100 shows; `recent_shows` of those are stored. */
  recent: count.default(0),
  /** Plays on this tour, whose shows so far are `tour_shows`. */
  tour: count,
  /** Plays at this venue, whose shows so far are `venue_shows`. */
  venue: count,
  /** Where it stands most often; null outside the sets that can be predicted. */
  usual: z.object({ set: z.enum(SET_NAMES), position: z.int().positive() }).nullable(),
})
export type SongChanceRow = z.output<typeof songChance>

/** What pages show of the chances of a show. */
export const chancePage = z.object({
  shows: z.array(listedShow),
  recent_shows: count.default(0),
  tour_shows: count,
  venue_shows: count,
  songs: z.array(songChance),
  /** For each of the 19 slots the songs most likely there, the likeliest first. */
  suggestions: z.array(z.array(id)),
})
export type ChancePage = z.output<typeof chancePage>

/** For each slot. Pages show the first of them that are not on the card yet. */
export const SUGGESTED_SONGS = 24

/** The most likely first songs that a show's page begins with. */
export const OPENERS = 4

/** A card of the machine or the crowd. */
export const systemCard = z.object({
  player: z.enum(['machine', 'crowd']),
  name: z.string(),
  picks: setlistPicks,
  /** Null until the show is scored. */
  total: count.nullable(),
  /** Players with more points; null until the show is scored. */
  beaten_by: count.nullable(),
})
export type SystemCard = z.output<typeof systemCard>

const machineNight = z.object({
  show: listedShow,
  /** Null until the show is scored. */
  total: count.nullable(),
  beaten_by: count.nullable(),
  players: count,
  /** The players with the most points above it, at most three, who show their picks. */
  best: z.array(z.object({ id, display_name: z.string(), total: count })),
})
export type MachineNight = z.output<typeof machineNight>

export const ABOVE_EXPECTATION = { rows: 100, minShows: 5 } as const

const aboveRow = z.object({
  rank: z.int().positive(),
  userId: id,
  userName: z.string(),
  avatar: z.string().nullable(),
  shows: z.int().positive(),
  /** Points above those that chance gave the picks, over all these shows; may be negative. */
  above: z.number(),
})
export type AboveRow = z.output<typeof aboveRow>

export const chanceEndpoints = {
  getChances: defineEndpoint({
    method: 'GET',
    path: '/api/shows/:showId/chances',
    access: 'visitor',
    forKeys: true,
    summary: 'How likely each song is at a show, with how it was played so far; none without stored setlists',
    params: showParams,
    response: z.object({
      /** Null without stored setlists. */
      chances: chancePage
        .extend({
          /** Those of a newer release count as the model. */
          method: z.enum(CHANCE_METHODS).catch('model'),
          made_at: instant,
          /** Whether a later show than those that they follow from has a setlist. */
          is_outdated: z.boolean().optional(),
          /** Since the lock. */
          is_frozen: z.boolean(),
        })
        .nullable(),
    }),
  }),
  listSystemCards: defineEndpoint({
    method: 'GET',
    path: '/api/shows/:showId/system-cards',
    access: 'visitor',
    forKeys: true,
    summary: 'The cards of the machine and of the crowd after the lock; 409 `picks_open` before',
    params: showParams,
    response: z.object({ cards: z.array(systemCard) }),
  }),
  getMachine: defineEndpoint({
    method: 'GET',
    path: '/api/machine',
    access: 'visitor',
    forKeys: true,
    summary: 'Every night of the machine, newest first, and who beat it',
    response: z.object({ nights: z.array(machineNight) }),
  }),
  getAboveExpectation: defineEndpoint({
    method: 'GET',
    path: '/api/leaderboard/above-expectation',
    access: 'visitor',
    forKeys: true,
    summary: 'Players by their points above what chance gave their picks, from five shows on',
    response: z.object({ players: count, rows: z.array(aboveRow) }),
  }),
} as const
