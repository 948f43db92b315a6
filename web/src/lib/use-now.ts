import { useEffect, useState } from 'react'

/**
 * The device's time in milliseconds since 1970.
 *
 * @param refreshMs null: not kept current
 * @param exactlyAt the instant at which it must not be late
 */
export function useNow(refreshMs: number | null, exactlyAt = Number.POSITIVE_INFINITY): number {
  // An object, because a timer may end before the clock shows the next millisecond.
  const [{ now }, setState] = useState(() => ({ now: Date.now() }))
  const left = exactlyAt > now ? exactlyAt - now : Number.POSITIVE_INFINITY
  const wait = refreshMs === null ? null : Math.min(refreshMs, left)
  useEffect(() => {
    if (wait === null) return
    const timer = setTimeout(() => setState({ now: Date.now() }), wait)
    return () => clearTimeout(timer)
  })
  return now
}
