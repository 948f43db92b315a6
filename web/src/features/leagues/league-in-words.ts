import { counted } from '@called-it/shared/contract/counted'
import type { League, LeagueMovement, LeagueRole } from '@called-it/shared/contract/leagues'

export function optionsInWords({ tour, counts_from, drop_worst }: League): string {
  return [
    tour?.name ?? 'all tours',
    counts_from === 'joining' && 'from the day you join',
    drop_worst > 0 && `without your worst ${counted(drop_worst, 'show')}`,
  ]
    .filter(Boolean)
    .join(' · ')
}

/** Null where nothing moved. */
export function movementInWords({ before, after }: LeagueMovement): string | null {
  if (before === null || before === after) return null
  return `you went ${after < before ? 'up' : 'down'} to #${after} with the last show`
}

export const ROLES: Readonly<Record<LeagueRole, string | null>> = {
  owner: 'owner',
  'co-owner': 'co-owner',
  member: null,
}
