import type { League, LeagueMovement } from '@called-it/shared/contract/leagues'
import { t } from '../../lib/words/texts.ts'

export function optionsInWords({ tour, counts_from, drop_worst }: League): string {
  return [
    tour?.name ?? t('league.all-tours'),
    counts_from === 'joining' && t('league.from-joining'),
    drop_worst > 0 && t('league.no-worst', { count: drop_worst }),
  ]
    .filter(Boolean)
    .join(' · ')
}

/** Null where nothing moved. */
export function movementInWords({ before, after }: LeagueMovement): string | null {
  if (before === null || before === after) return null
  return t(after < before ? 'league.went-up' : 'league.went-down', { rank: after })
}
