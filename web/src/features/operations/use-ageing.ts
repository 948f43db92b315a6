import { useNow } from '../../lib/hooks/use-now.ts'

const REFRESH_MS = 1_000

/** The current age of something that had the given age when it was received. */
export type AgeOf = (ageMs: number) => number

/** @param receivedAt milliseconds since 1970, on this device's clock */
export function useAgeing(receivedAt: number): AgeOf {
  const now = useNow(REFRESH_MS)
  return (ageMs) => ageMs + Math.max(now - receivedAt, 0)
}
