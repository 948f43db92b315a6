import { useEffect, useState } from 'react'
import { servedView, useIsOnDevice } from '../served-view.ts'

/**
 * The device's time in milliseconds since 1970.
 *
 * @param refreshMs null: not kept current
 * @param exactlyAt the instant at which it must not be late
 */
export function useNow(refreshMs: number | null, exactlyAt = Number.POSITIVE_INFINITY): number {
  // An object, because a timer may end before the clock shows the next millisecond.
  const [{ now: read }, setState] = useState(() => ({ now: Date.now() }))
  const now = useIsOnDevice() ? read : servedView().now
  const isAhead = exactlyAt > now
  useEffect(() => {
    if (refreshMs === null) return
    // From the clock, because a new instant may come long after the last refresh.
    const left = isAhead ? Math.max(exactlyAt - Date.now(), 0) : Number.POSITIVE_INFINITY
    const timer = setTimeout(() => setState({ now: Date.now() }), Math.min(refreshMs, left))
    return () => clearTimeout(timer)
  })
  return now
}
