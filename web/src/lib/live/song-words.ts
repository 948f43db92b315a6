import { counted } from '@called-it/shared/contract/counted'
import type { LivePerformance, LiveShow } from '@called-it/shared/contract/live-shows'
import type { Hit } from '@called-it/shared/game/scoring'
import { setLabel } from '../shows/set-labels.ts'
import { formatNumber } from '../words/format-number.ts'
import { inPercent } from '../words/percent.ts'
import { readSetName } from './live-stage.ts'

const ORDINALS = new Intl.PluralRules('en-US', { type: 'ordinal' })
const SUFFIXES = new Map([
  ['one', 'st'],
  ['two', 'nd'],
  ['few', 'rd'],
])

export function ordinal(count: number): string {
  return `${formatNumber(count)}${SUFFIXES.get(ORDINALS.select(count)) ?? 'th'}`
}

/** `set 2`, `encore`, `set 3` for a further set of that label. */
export function setInWords(set: string): string {
  const name = readSetName(set)
  return name ? setLabel(name).toLowerCase() : `set ${set}`
}

export function placeInWords({ set, position }: Pick<LivePerformance, 'set' | 'position'>): string {
  return `${setInWords(set)}, song ${position}`
}

/** How a pick met what was played. */
export function hitInWords(hit: Hit, paidBy: Pick<LivePerformance, 'set' | 'position'> | null): string {
  if (hit.category === 'correctSpecial') {
    if (hit.set === 'encore') return 'right on the spot in the encore'
    return hit.position === 1 ? 'opener, right on the spot' : 'closer, right on the spot'
  }
  if (hit.category === 'correctSong') return `right on slot ${hit.position}`
  if (hit.category === 'songInShow') return paidBy ? `came in ${setInWords(paidBy.set)}` : 'in another set'
  const place = hit.category === 'encoreInSet' ? 'in the encore' : 'right set'
  return paidBy ? `${place}, came ${ordinal(paidBy.position)}` : place
}

/** As in `10 % picked it · 1 in the right slot`. */
export function pickedInWords(
  { players, exact }: Pick<LivePerformance, 'players' | 'exact'>,
  live: Pick<LiveShow, 'players'>,
): string {
  if (players === 0) return 'nobody picked it'
  const share = `${inPercent(shareOf(players, live.players))} picked it`
  return exact === 0 ? share : `${share} · ${formatNumber(exact)} in the right slot`
}

export function shareOf(players: number, all: number): number {
  return all > 0 ? players / all : 0
}

/** Null when nobody who had it shows the picks. */
export function holdersInWords({ holders, players }: Pick<LivePerformance, 'holders' | 'players'>) {
  if (holders.length === 0) return null
  const more = players - holders.length
  return new Intl.ListFormat('en-US').format([
    ...holders,
    ...(more > 0 ? [`${formatNumber(more)} more`] : []),
  ])
}

/** As in `last played 16 shows ago`. */
export function lastPlayedInWords(gap: number | null): string {
  if (gap === null) return 'first time ever'
  return gap === 0 ? 'again tonight' : `last played ${counted(gap, 'show')} ago`
}
