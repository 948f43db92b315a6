import { z } from 'zod'
import { defineEndpoint } from './endpoint.ts'
import { pathId } from './fields.ts'

/** What members of a league can send to each other while a show runs. */
export const LEAGUE_REACTIONS = ['clap', 'fire', 'heart', 'laugh', 'wow', 'cry'] as const
export type LeagueReaction = (typeof LEAGUE_REACTIONS)[number]

export const leagueReactionEndpoints = {
  /** 404 `league_not_found` for everybody but members; 429 beyond 10 a minute. */
  reactInLeague: defineEndpoint({
    method: 'POST',
    path: '/api/leagues/:leagueId/reactions',
    access: 'fan',
    summary: 'Sends a reaction to the open pages of the league; it is not stored',
    params: z.object({ leagueId: pathId }),
    body: z.strictObject({ reaction: z.enum(LEAGUE_REACTIONS) }),
    response: z.object({ sent: z.literal(true) }),
  }),
} as const
