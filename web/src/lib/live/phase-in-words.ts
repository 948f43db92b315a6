import type { LiveShow } from '@called-it/shared/contract/live-shows'
import type { Show } from '@called-it/shared/contract/shows'
import type { PlainId } from '@called-it/shared/languages/translate'
import { t } from '../words/texts.ts'
import { type LiveStage, newestOf, stageOf } from './live-stage.ts'
import { placeInWords } from './song-words.ts'

/** The state of a show whose picks are closed, the same everywhere. */
export const STAGES = {
  locked: 'live.locked',
  live: 'live.live',
  break: 'live.break',
  ended: 'live.ended',
  final: 'live.final',
} as const satisfies Record<LiveStage, PlainId>

const PHASES = {
  ...STAGES,
  open: 'live.open',
  locked: 'live.locked-wait',
  ended: 'live.over-wait',
  cancelled: 'live.cancelled',
} as const satisfies Record<Show['phase'], PlainId>

/** As in `live · set 2, song 5`; without the set until `live` is loaded. */
export function phaseInWords(show: Pick<Show, 'phase'>, live?: LiveShow): string {
  const { phase } = live ?? show
  const newest = live && newestOf(live)
  if (phase !== 'live' || !newest) return t(PHASES[phase])
  const stage = stageOf({ is_scored: false }, live)
  if (stage !== 'live') return t(STAGES[stage])
  return t('live.now-at', { place: placeInWords(newest) })
}
