import type { Show } from '@called-it/shared/contract/shows'
import { useServerNow } from '../api/server-clock.ts'
import { timeUntil } from './show-date.ts'

const REFRESH_MS = 15_000

type Closing = Pick<Show, 'is_open' | 'locks_at'>

/** The time until picks close, in words, kept current; null once they are closed. */
export function useTimeLeft(show: Closing | null | undefined): string | null {
  const locksAt = show?.is_open ? Date.parse(show.locks_at) : null
  const now = useServerNow(locksAt === null ? null : REFRESH_MS, locksAt ?? undefined)
  return locksAt === null ? null : timeUntil(locksAt, now)
}
