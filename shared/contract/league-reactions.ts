/** What members of a league can send to each other while a show runs. */
export const LEAGUE_REACTIONS = ['clap', 'fire', 'heart', 'laugh', 'wow', 'cry'] as const
export type LeagueReaction = (typeof LEAGUE_REACTIONS)[number]
