/** Chances without a fitted model: by a simple rule, and by plays alone. */
import { logOf, type SongBefore, songsOf } from './play-log.ts'
import type { ChanceReason, NextShow, PastShow } from './song-chance.ts'

/** From the last of these shows follows how often songs came that the rule expects. */
const CALIBRATION_SHOWS = 50
const RESTED_SHOWS = 3
const SELDOM_RATE = 0.05
const MAX_CHANCE = 0.95

type RuleClass = 'expected' | 'resting' | 'forgotten'

/** Expected: played within a year, but not in the last three shows. */
function classOf({ yearPlays, gap }: SongBefore): RuleClass {
  if (yearPlays === 0) return 'forgotten'
  return gap > RESTED_SHOWS ? 'expected' : 'resting'
}

const rateOf = ({ yearPlays, yearShows }: SongBefore) => (yearPlays + 0.3) / (yearShows + 6)

export function ruleReason(state: SongBefore): ChanceReason {
  const common = { expected: 'often', resting: 'lately', forgotten: 'seldom' } as const
  if (state.gap === 1) return 'last-show'
  return rateOf(state) < SELDOM_RATE ? 'seldom' : common[classOf(state)]
}

/** More plays within a year make a higher chance; each class of songs is as likely as it was of late. */
export function* ruleChances(history: readonly PastShow[], next: NextShow) {
  const first = Math.max(0, history.length - CALIBRATION_SHOWS)
  const log = yield* logOf(history.slice(0, first))
  const counts = {
    expected: { plays: 1, rates: 1 },
    resting: { plays: 1, rates: 1 },
    forgotten: { plays: 1, rates: 1 },
  }
  for (const show of history.slice(first)) {
    const played = songsOf(show)
    for (const [song, before] of log.before(show)) {
      const count = counts[classOf(before)]
      count.plays += Number(played.has(song))
      count.rates += rateOf(before)
    }
    log.add(show)
    yield
  }
  return Array.from(log.before(next), ([song, state]) => {
    const { plays, rates } = counts[classOf(state)]
    return { song, chance: Math.min(MAX_CHANCE, (rateOf(state) * plays) / rates), state }
  })
}

/** The share of the shows so far that had the song. */
export function* playsChances(history: readonly PastShow[], next: NextShow) {
  const log = yield* logOf(history)
  return Array.from(log.before(next), ([song, state]) => {
    const chance = (state.last100 + 0.3) / (Math.min(100, history.length) + 1)
    return { song, chance: Math.min(MAX_CHANCE, chance), state }
  })
}
