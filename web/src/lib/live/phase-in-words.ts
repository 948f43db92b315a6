import type { LiveShow } from '@called-it/shared/contract/live-shows'
import type { Show } from '@called-it/shared/contract/shows'
import { labelOfSet } from '../shows/set-labels.ts'
import { type LiveStage, newestOf, stageOf } from './live-stage.ts'

/** The state of a show whose picks are closed, the same everywhere. */
export const STAGES = {
  locked: 'picks are closed',
  live: 'live',
  break: 'set break',
  ended: 'over',
  final: 'final',
} as const satisfies Record<LiveStage, string>

const WORDS: Readonly<Record<Show['phase'], string>> = {
  ...STAGES,
  open: 'picks are open',
  locked: 'picks are closed, the band is not on yet',
  ended: 'the show is over, scores follow',
  cancelled: 'this show is cancelled',
}

/** As in `live · set 2, song 5`; without the set until `live` is loaded. */
export function phaseInWords(show: Pick<Show, 'phase'>, live?: LiveShow): string {
  const { phase } = live ?? show
  const newest = live && newestOf(live)
  if (phase !== 'live' || !newest) return WORDS[phase]
  const stage = stageOf({ is_scored: false }, live)
  if (stage !== 'live') return STAGES[stage]
  return `live · ${labelOfSet(newest.set).toLowerCase()}, song ${newest.position}`
}
