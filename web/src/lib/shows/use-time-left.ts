import { useEffect, useState } from 'react'
import { timeUntil } from './show-date.ts'

const REFRESH_MS = 15_000

/** The time until picks close, in words, kept current; null once they are closed. */
export function useTimeLeft(closesAt: string | null): string | null {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    if (closesAt === null) return
    const timer = setInterval(() => setNow(Date.now()), REFRESH_MS)
    return () => clearInterval(timer)
  }, [closesAt])
  return closesAt === null ? null : timeUntil(closesAt, now)
}
