import { z } from 'zod'
import { mondayOf } from '../game/leagues.ts'
import { leagueName } from './display-name.ts'
import { defineEndpoint } from './endpoint.ts'
import { bodyId, day, id, instant, pathId, version } from './fields.ts'
import { namedPlayer } from './players.ts'
import { setlistPicks } from './predictions.ts'

const count = z.int().nonnegative()

export const LEAGUE_ROLES = ['owner', 'co-owner', 'member'] as const
export type LeagueRole = (typeof LEAGUE_ROLES)[number]

export const MAX_DROPPED = 5

/** In a league of two the count of picks would say who has picked. */
export const MIN_COUNTED = 3

/** Typed in any case; without 0, O, 1 and I. */
export const LEAGUE_CODE = /^[2-9A-HJ-NP-Z]{6}$/i

const leagueParams = z.object({ leagueId: pathId })
const memberParams = leagueParams.extend({ userId: pathId })
/** The token of a link or a code. */
export const invitation = z.string().regex(/^[\w-]{6,64}$/)
const invitationParams = z.object({ invitation })

const leagueOptions = z.object({
  /** Null: all shows. */
  tour_id: bodyId.nullable(),
  /** Whether shows before a member joined count. */
  counts_from: z.enum(['all', 'joining']),
  /** How many of the worst shows of each member do not count; missed ones are the worst. */
  drop_worst: z.int().min(0).max(MAX_DROPPED),
})
export const leagueBody = leagueOptions.extend({ name: leagueName }).strict()

export const league = z.object({
  id,
  name: z.string(),
  /** Null: all shows. */
  tour: z.object({ id, name: z.string() }).nullable(),
  counts_from: z.enum(['all', 'joining']),
  drop_worst: count,
  members: count,
  /** The current fan's. */
  role: z.enum(LEAGUE_ROLES),
  shows_presence: z.boolean(),
  /** Null unless it is deleted, which can be undone until then. */
  deleted_until: instant.nullable(),
})
export type League = z.output<typeof league>

/**
 * What the place of a member follows from: `leagueTable` of shared/game. Shows that are not scored are not in it.
 */
const leagueMember = z.object({
  player: namedPlayer,
  role: z.enum(LEAGUE_ROLES),
  joined_at: instant,
  /** Scored shows that count for the member, also those without a prediction. */
  shows: count,
  /** Those of these shows that the member has picked. */
  played: count,
  /** Points of all of them, also of those that are dropped. */
  total: count,
  best: count,
  /** The fewest points of a show, as many as are dropped at most, lowest first. */
  worst: z.array(count).max(MAX_DROPPED),
})
export type LeagueMember = z.output<typeof leagueMember>

/** Only some of a league's shows, of which none is dropped; empty: all of them. */
const leaguePart = z.strictObject({
  /** A Monday: shows of that week by date. */
  week: z.iso
    .date({ abort: true })
    .refine((monday) => mondayOf(monday) === monday)
    .optional(),
  tour: pathId.optional(),
  show: pathId.optional(),
})
export type LeaguePart = z.output<typeof leaguePart>

/** The current fan's place with and without the last scored show of the league. */
const leagueMovement = z.object({
  show_id: id,
  /** Null while no other show counts for the fan. */
  before: z.int().positive().nullable(),
  after: z.int().positive(),
  members: count,
})
export type LeagueMovement = z.output<typeof leagueMovement>

const leaguePage = z.object({
  league,
  table: z.array(leagueMember),
  /** The Mondays of weeks with scored shows, newest first. */
  weeks: z.array(day),
  /** Shows of the league whose picks are closed and that are not scored: their members' cards move the table. */
  live: z.array(id),
  /** The version of the league's live topic. */
  version,
})
export type LeaguePage = z.output<typeof leaguePage>

const memberCard = z.object({ user_id: id, picks: setlistPicks })

/** Seen by everybody who has the link: nothing of its members. */
export const invitedLeague = z.object({
  name: z.string(),
  members: count,
  is_full: z.boolean(),
  /** The league's, where the current fan is a member; else null. */
  league_id: id.nullable(),
})
export type InvitedLeague = z.output<typeof invitedLeague>

const done = z.object({ league })

/**
 * 404 `league_not_found` for everybody but members; 403 `not_allowed` for members without the role; 404
 * `invitation_not_found` for a link or code that is none or was renewed, and for who was removed by it; 409
 * `league_full`, `too_many_leagues`.
 */
export const leagueEndpoints = {
  listLeagues: defineEndpoint({
    method: 'GET',
    path: '/api/leagues',
    access: 'fan',
    summary: 'The leagues of the current fan, by name; deleted ones for their owner, for a day',
    response: z.object({ leagues: z.array(league) }),
  }),
  createLeague: defineEndpoint({
    method: 'POST',
    path: '/api/leagues',
    access: 'fan',
    summary: 'A new league of the current fan',
    body: leagueBody,
    response: done,
  }),
  getLeague: defineEndpoint({
    method: 'GET',
    path: '/api/leagues/:leagueId',
    access: 'fan',
    summary: 'A league with what its table follows from, of all its shows or of one week, tour or show',
    params: leagueParams,
    query: leaguePart,
    response: leaguePage,
  }),
  getLeagueMovement: defineEndpoint({
    method: 'GET',
    path: '/api/leagues/:leagueId/movement',
    access: 'fan',
    summary: "The current fan's place with and without the last scored show; null before the first one",
    params: leagueParams,
    response: z.object({ movement: leagueMovement.nullable() }),
  }),
  countLeaguePicks: defineEndpoint({
    method: 'GET',
    path: '/api/leagues/:leagueId/shows/:showId/picked',
    access: 'fan',
    summary: 'How many members have picked a show, without names; null with fewer than three members',
    params: leagueParams.extend({ showId: pathId }),
    response: z.object({ members: count, picked: count.nullable() }),
  }),
  listLeagueCards: defineEndpoint({
    method: 'GET',
    path: '/api/leagues/:leagueId/shows/:showId/cards',
    access: 'fan',
    summary: "The members' picks for a show that counts for them, after its lock; 409 `picks_open` before",
    params: leagueParams.extend({ showId: pathId }),
    response: z.object({ cards: z.array(memberCard) }),
  }),
  changeLeague: defineEndpoint({
    method: 'PUT',
    path: '/api/leagues/:leagueId',
    access: 'fan',
    summary: 'Changes name and options; owner and co-owners',
    params: leagueParams,
    body: leagueBody,
    response: done,
  }),
  deleteLeague: defineEndpoint({
    method: 'DELETE',
    path: '/api/leagues/:leagueId',
    access: 'fan',
    summary: 'Deletes the league, which its owner can undo for a day',
    params: leagueParams,
    response: done,
  }),
  restoreLeague: defineEndpoint({
    method: 'POST',
    path: '/api/leagues/:leagueId/restore',
    access: 'fan',
    summary: 'Undoes the deletion; owner with room for it among the own leagues',
    params: leagueParams,
    response: done,
  }),
  leaveLeague: defineEndpoint({
    method: 'POST',
    path: '/api/leagues/:leagueId/leave',
    access: 'fan',
    summary:
      'Leaves; an owner passes on to the longest-standing co-owner, else member, and the last one deletes it',
    params: leagueParams,
    response: z.object({ left: z.literal(true) }),
  }),
  removeLeagueMember: defineEndpoint({
    method: 'DELETE',
    path: '/api/leagues/:leagueId/members/:userId',
    access: 'fan',
    summary:
      'Removes a member, who cannot join by the same link or code; owner and co-owners, who cannot remove each other',
    params: memberParams,
    response: done,
  }),
  setLeagueRole: defineEndpoint({
    method: 'PUT',
    path: '/api/leagues/:leagueId/members/:userId/role',
    access: 'fan',
    summary: 'Makes a member co-owner, or owner in place of oneself; owner',
    params: memberParams,
    body: z.strictObject({ role: z.enum(LEAGUE_ROLES) }),
    response: done,
  }),
  setLeaguePresence: defineEndpoint({
    method: 'PUT',
    path: '/api/leagues/:leagueId/presence',
    access: 'fan',
    summary: "Whether the others see that the current fan has the league's page open",
    params: leagueParams,
    body: z.strictObject({ shows_presence: z.boolean() }),
    response: done,
  }),
  getLeagueInvitation: defineEndpoint({
    method: 'GET',
    path: '/api/leagues/:leagueId/invitation',
    access: 'fan',
    summary: 'Link and code for members',
    params: leagueParams,
    response: z.object({ token: z.string(), code: z.string() }),
  }),
  renewLeagueInvitation: defineEndpoint({
    method: 'POST',
    path: '/api/leagues/:leagueId/invitation',
    access: 'fan',
    summary: 'A new link and code; the old ones end; owner and co-owners',
    params: leagueParams,
    response: z.object({ token: z.string(), code: z.string() }),
  }),
  getInvitation: defineEndpoint({
    method: 'GET',
    path: '/api/invitations/:invitation',
    access: 'visitor',
    personal: true,
    summary: 'Name and size of the league of a link or code',
    params: invitationParams,
    response: invitedLeague,
  }),
  acceptInvitation: defineEndpoint({
    method: 'POST',
    path: '/api/invitations/:invitation/accept',
    access: 'fan',
    summary: 'Joins the league of a link or code',
    params: invitationParams,
    response: done,
  }),
} as const
