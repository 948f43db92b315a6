import { type SongBefore, usualRate } from './play-log.ts'
import type { ChanceReason, SongFacts } from './song-chance.ts'

/** Smaller changes of the log odds are no reason. */
const MIN_EFFECT = 0.1
const MAX_REASONS = 2
/** What a song of the universe is played in, about: what `often` and `seldom` are measured against. */
const COMMON_RATE = 0.05

/** Which facts make a reason true: the model's own view of a song decays, and forgets a tour in a long break. */
const IS_TRUE: Record<ChanceReason, (facts: SongFacts) => boolean> = {
  due: ({ gap, usualGap }) => usualGap !== null && gap > usualGap,
  rested: ({ tourPlays, tourShows }) => tourPlays === 0 && tourShows > 0,
  lately: ({ latePlays }) => latePlays >= 2,
  'last-show': ({ gap }) => gap === 0,
  'this-run': ({ venuePlays }) => venuePlays > 0,
  often: ({ recentPlays, recentShows }) => recentPlays >= 2 && recentPlays * 10 >= recentShows,
  seldom: ({ recentPlays, recentShows }) => recentPlays * 20 < recentShows,
}

/** The two strongest of the reasons that the facts beside them show. */
export function trueReasons(reasons: readonly ChanceReason[], facts: SongFacts): ChanceReason[] {
  return reasons.filter((reason) => IS_TRUE[reason](facts)).slice(0, MAX_REASONS)
}

/** The circumstances without which the log odds would change most, the strongest first. */
export function reasonsOf(state: SongBefore, score: (state: SongBefore) => number): readonly ChanceReason[] {
  const here = score(state)
  return circumstancesOf(state)
    .map(({ reason, without, sign }) => ({ reason, effect: sign * (here - score({ ...state, ...without })) }))
    .filter(({ effect }) => effect >= MIN_EFFECT)
    .sort((one, other) => other.effect - one.effect)
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
    found.push({ reason: 'last-show', sign: -1, without: { gap: usualGap, isInRun: false } })
  else if (state.isInRun)
    found.push({ reason: 'this-run', sign: -1, without: { gap: usualGap, isInRun: false } })
  else if (state.gap < usualGap) found.push({ reason: 'lately', sign: -1, without: { gap: usualGap } })
  else found.push({ reason: 'due', sign: 1, without: { gap: Math.max(1, Math.round(usualGap / 2)) } })
  if (state.tourPlays < usualOnTour) {
    const legPlays = Math.max(state.legPlays, Math.round(rate * state.legShows))
    found.push({ reason: 'rested', sign: 1, without: { tourPlays: usualOnTour, legPlays } })
  }
  const common = scaledTo(COMMON_RATE, state)
  if (rate > COMMON_RATE) found.push({ reason: 'often', sign: 1, without: common })
  else found.push({ reason: 'seldom', sign: -1, without: common })
  return found
}

/** The state of a song that is equally due and rested but played more, or less, often. */
function scaledTo(rate: number, state: SongBefore): Partial<SongBefore> {
  const factor = rate / usualRate(state)
  return {
    gap: Math.max(1, Math.round(state.gap / factor)),
    usualGap: state.usualGap / factor,
    last100: state.last100 * factor,
    lately: state.lately * factor,
  }
}
