import { useServerNow } from '../api/server-clock.ts'
import { timeUntil } from './show-date.ts'

/** The time until an instant: as `42:10` in the last hour, before as `5 h 12 m`; null once it has come. */
export function useCountdown(instant: number): string | null {
  const now = useServerNow(1_000, instant)
  const seconds = Math.ceil((instant - now) / 1_000)
  if (seconds > 3_600) return timeUntil(instant, now)
  if (seconds <= 0) return null
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
}
