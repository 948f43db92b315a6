import { type SongBefore, usualRate } from './play-log.ts'
import type { ChanceReason } from './song-chance.ts'

/** Smaller changes of the log odds are no reason. */
const MIN_EFFECT = 0.1
const MAX_REASONS = 2
/** What a song of the universe is played in, about: what `often` and `seldom` are measured against. */
const COMMON_RATE = 0.05

/** The two circumstances without which the log odds would change most, the strongest first. */
export function reasonsOf(state: SongBefore, score: (state: SongBefore) => number): readonly ChanceReason[] {
  const here = score(state)
  return circumstancesOf(state)
    .map(({ reason, without, sign }) => ({ reason, effect: sign * (here - score({ ...state, ...without })) }))
    .filter(({ effect }) => effect >= MIN_EFFECT)
    .sort((one, other) => other.effect - one.effect)
    .slice(0, MAX_REASONS)
    .map(({ reason }) => reason)
}

type Circumstance = {
  readonly reason: ChanceReason
  /** 1 where it makes the song likelier. */
  readonly sign: 1 | -1
  /** The state of a song of which it is not true. */
  readonly without: Partial<SongBefore>
}

function circumstancesOf(state: SongBefore): readonly Circumstance[] {
  const rate = usualRate(state)
  const usualGap = Math.round(1 / rate)
  const usualOnTour = Math.round(rate * state.tourShows)
  const found: Circumstance[] = []
  if (state.gap === 1)
    found.push({ reason: 'last-night', sign: -1, without: { gap: usualGap, isInRun: false } })
  else if (state.isInRun)
    found.push({ reason: 'this-run', sign: -1, without: { gap: usualGap, isInRun: false } })
  else if (state.gap < usualGap) found.push({ reason: 'lately', sign: -1, without: { gap: usualGap } })
  else found.push({ reason: 'due', sign: 1, without: { gap: Math.max(1, Math.round(usualGap / 2)) } })
  if (state.tourPlays < usualOnTour) {
    found.push({ reason: 'rested', sign: 1, without: { tourPlays: usualOnTour } })
  }
  const common = scaledTo(COMMON_RATE, state)
  if (rate > COMMON_RATE) found.push({ reason: 'often', sign: 1, without: common })
  else found.push({ reason: 'seldom', sign: -1, without: common })
  return found
}

/** The state of a song that is equally due and rested but played more, or less, often. */
function scaledTo(rate: number, state: SongBefore): Partial<SongBefore> {
  const factor = rate / usualRate(state)
  const times = (count: number) => count * factor
  return {
    gap: Math.max(1, Math.round(state.gap / factor)),
    last10: times(state.last10),
    last25: times(state.last25),
    last50: times(state.last50),
    last100: times(state.last100),
    decayed: times(state.decayed),
  }
}
