import type { LivePerformance, LiveShow } from '@called-it/shared/contract/live-shows'
import type { Hit } from '@called-it/shared/game/scoring'
import { listFormat } from '@called-it/shared/languages/formats'
import { smallSetLabel } from '../shows/set-labels.ts'
import { inPercent } from '../words/percent.ts'
import { t } from '../words/texts.ts'

export function placeInWords({ set, position }: Pick<LivePerformance, 'set' | 'position'>): string {
  return t('live.place', { set: smallSetLabel(set), position })
}

/** How a pick met what was played. */
export function hitInWords(hit: Hit, paidBy: Pick<LivePerformance, 'set' | 'position'> | null): string {
  if (hit.category === 'correctSpecial') {
    if (hit.set === 'encore') return t('live.hit-encore')
    return t(hit.position === 1 ? 'live.hit-opener' : 'live.hit-closer')
  }
  if (hit.category === 'correctSong') return t('live.hit-slot', { slot: hit.position })
  if (hit.category === 'songInShow')
    return paidBy ? t('live.came-in', { set: paidBy.set }) : t('live.other-set')
  const isEncore = hit.category === 'encoreInSet'
  if (!paidBy) return t(isEncore ? 'live.in-encore' : 'live.right-set')
  return t(isEncore ? 'live.in-encore-at' : 'live.right-set-at', { position: paidBy.position })
}

/** As in `10 % picked it · 1 in the right slot`. */
export function pickedInWords(
  { players, exact }: Pick<LivePerformance, 'players' | 'exact'>,
  live: Pick<LiveShow, 'players'>,
): string {
  if (players === 0) return t('live.nobody-picked')
  const share = inPercent(shareOf(players, live.players))
  return exact === 0 ? t('live.picked', { share }) : t('live.picked-exact', { share, exact })
}

export function shareOf(players: number, all: number): number {
  return all > 0 ? players / all : 0
}

/** Null when nobody who had it shows the picks. */
export function holdersInWords({ holders, players }: Pick<LivePerformance, 'holders' | 'players'>) {
  if (holders.length === 0) return null
  const more = players - holders.length
  return listFormat(t.language, {}).format([
    ...holders,
    ...(more > 0 ? [t('live.more-holders', { count: more })] : []),
  ])
}

/** As in `last played 16 shows ago`. */
export function lastPlayedInWords(gap: number | null): string {
  if (gap === null) return t('live.first-time')
  return gap === 0 ? t('live.again') : t('live.last-played', { gap })
}
