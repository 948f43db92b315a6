import { useEffect, useState } from 'react'
import { type Moment, momentsBetween, type NightState } from '../../../lib/live/moments.ts'

const HELD_MS = 4_000
const BUZZ_MS = 30
const NONE: readonly Moment[] = []

type Moments = {
  /** Those of the newest step. */
  found: readonly Moment[]
  /** The last ones, shown for a while. */
  loud: readonly Moment[]
}

/** None when the page opens. A phone buzzes with each. */
export function useMoments(state: NightState): Moments {
  const [seen, setSeen] = useState({ state, found: NONE, loud: NONE })
  const isSameStep = state.live.revision === seen.state.live.revision
  if (!isSameStep || state.own?.picks !== seen.state.own?.picks) {
    const found = momentsBetween(seen.state, state)
    const isTakenBack = state.live.performances.length < seen.state.live.performances.length
    setSeen({ state, found, loud: found.length > 0 || isTakenBack ? found : seen.loud })
  }
  const { loud } = seen
  useEffect(() => {
    if (loud.length === 0) return
    // Browsers complain about a page that was never touched.
    if ('vibrate' in navigator && navigator.userActivation?.hasBeenActive) navigator.vibrate(BUZZ_MS)
    const timer = setTimeout(() => setSeen((held) => ({ ...held, loud: NONE })), HELD_MS)
    return () => clearTimeout(timer)
  }, [loud])
  return seen
}
