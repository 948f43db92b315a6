import { useNow } from '../use-now.ts'
import { timeUntil } from './show-date.ts'

const REFRESH_MS = 15_000

/** The time until picks close, in words, kept current; null once they are closed. */
export function useTimeLeft(closesAt: string | null): string | null {
  const now = useNow(REFRESH_MS, closesAt !== null)
  return closesAt === null ? null : timeUntil(closesAt, now)
}
