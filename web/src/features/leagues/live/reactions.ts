import type { LeagueReaction } from '@called-it/shared/contract/league-reactions'
import { Droplets, Flame, Heart, Laugh, type LucideIcon, PartyPopper, Zap } from 'lucide-react'

/** `name` is for screen readers and tooltips. */
export const REACTIONS = {
  clap: { Icon: PartyPopper, name: 'applause', hue: 'strong' },
  fire: { Icon: Flame, name: 'fire', hue: 'encore' },
  heart: { Icon: Heart, name: 'heart', hue: 'set2' },
  laugh: { Icon: Laugh, name: 'laughter', hue: 'set1' },
  wow: { Icon: Zap, name: 'wow', hue: 'songInSet' },
  cry: { Icon: Droplets, name: 'tears', hue: 'soft' },
} as const satisfies Record<LeagueReaction, { Icon: LucideIcon; name: string; hue: string }>

/** False for one of a newer release. */
export function isKnownReaction(reaction: string): reaction is LeagueReaction {
  return Object.hasOwn(REACTIONS, reaction)
}
