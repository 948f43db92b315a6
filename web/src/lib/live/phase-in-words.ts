import type { LiveShow } from '@called-it/shared/contract/live-shows'
import type { Show } from '@called-it/shared/contract/shows'
import { isSetName, labelOfSet } from '../shows/set-labels.ts'

const WORDS: Readonly<Record<Show['phase'], string>> = {
  open: 'picks are open',
  locked: 'picks are closed, the band is not on yet',
  live: 'live',
  ended: 'the show is over, scores follow',
  final: 'final',
  cancelled: 'this show is cancelled',
}

/** As in `live · set 2, song 5`; without the set until `live` is loaded. */
export function phaseInWords(show: Pick<Show, 'phase'>, live?: LiveShow): string {
  const { phase } = live ?? show
  const place = phase === 'live' && live ? placeInWords(live) : null
  return place ?? WORDS[phase]
}

function placeInWords({ openSet, performances }: LiveShow): string | null {
  const last = performances.at(-1)
  if (!last) return null
  const isInOpenSet = openSet === 'further' ? !isSetName(last.set) : last.set === openSet
  return isInOpenSet ? `live · ${labelOfSet(last.set).toLowerCase()}, song ${last.position}` : 'set break'
}
