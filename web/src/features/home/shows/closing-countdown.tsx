import { useEffect, useState } from 'react'
import { timeUntil } from '../../../lib/show-date.ts'

const REFRESH_MS = 15_000

/** How long picks of a show can still be saved. */
export function ClosingCountdown({ closesAt }: { closesAt: string }) {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), REFRESH_MS)
    return () => clearInterval(timer)
  }, [])
  const left = timeUntil(closesAt, now)
  return <span className="soft small tabular">{left ? `picks close in ${left}` : 'picks are closed'}</span>
}
