import type { LeagueReaction } from '@called-it/shared/contract/league-reactions'

/** `name` is for screen readers. */
export const REACTIONS: Readonly<Record<LeagueReaction, { sign: string; name: string }>> = {
  clap: { sign: '👏', name: 'applause' },
  fire: { sign: '🔥', name: 'fire' },
  heart: { sign: '❤️', name: 'heart' },
  laugh: { sign: '😂', name: 'laughter' },
  wow: { sign: '😮', name: 'wow' },
  cry: { sign: '😢', name: 'tears' },
}

/** False for one of a newer release. */
export function isKnownReaction(reaction: string): reaction is LeagueReaction {
  return Object.hasOwn(REACTIONS, reaction)
}
