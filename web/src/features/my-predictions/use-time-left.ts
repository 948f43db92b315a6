import { useEffect, useState } from 'react'
import { timeUntil } from '../../lib/show-date.ts'

const REFRESH_MS = 15_000

/** How long until picks close, in words, kept current; null once they are closed. */
export function useTimeLeft(show: { is_open: boolean; closes_at: string } | undefined): string | null {
  const [now, setNow] = useState(() => Date.now())
  const left = show?.is_open ? timeUntil(show.closes_at, now) : null
  const isRunning = left !== null
  useEffect(() => {
    if (!isRunning) return
    const timer = setInterval(() => setNow(Date.now()), REFRESH_MS)
    return () => clearInterval(timer)
  }, [isRunning])
  return left
}
