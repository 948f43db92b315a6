import { counted } from '@called-it/shared/contract/counted'
import type { League, LeagueRole } from '@called-it/shared/contract/leagues'

export function optionsInWords({ tour, counts_from, drop_worst }: League): string {
  return [
    tour?.name ?? 'all tours',
    counts_from === 'joining' && 'shows since joining',
    drop_worst > 0 && `${counted(drop_worst, 'worst show')} dropped`,
  ]
    .filter(Boolean)
    .join(' · ')
}

export const ROLES: Readonly<Record<LeagueRole, string | null>> = {
  owner: 'owner',
  'co-owner': 'co-owner',
  member: null,
}
