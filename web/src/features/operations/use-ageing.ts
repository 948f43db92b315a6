import { useEffect, useState } from 'react'

const REFRESH_MS = 1_000

/**
 * Adds the time since something was told to an age that was told with it, and keeps it current.
 *
 * @param toldAt milliseconds since 1970, on this device's clock
 */
export function useAgeing(toldAt: number): (ageMs: number) => number {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), REFRESH_MS)
    return () => clearInterval(timer)
  }, [])
  return (ageMs) => ageMs + Math.max(now - toldAt, 0)
}
