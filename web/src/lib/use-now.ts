import { useEffect, useState } from 'react'

/** The device's time in milliseconds since 1970, kept current while it is needed. */
export function useNow(refreshMs: number, isNeeded = true): number {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    if (!isNeeded) return
    const timer = setInterval(() => setNow(Date.now()), refreshMs)
    return () => clearInterval(timer)
  }, [refreshMs, isNeeded])
  return now
}
