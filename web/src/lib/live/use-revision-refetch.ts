import type { UseQueryResult } from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'
import { withJitter } from '../events/jitter.ts'

const EVERY_MS = 10_000

/**
 * Refetches a board while it is older than the show, with jitter, and at most every 10 s: every song changes the board of
 * everybody.
 */
export function useRevisionRefetch(
  query: Pick<UseQueryResult, 'dataUpdatedAt' | 'errorUpdatedAt' | 'refetch'>,
  isOld: boolean,
): void {
  const askedAt = Math.max(query.dataUpdatedAt, query.errorUpdatedAt)
  const refetch = useEffectEvent(() => void query.refetch())
  useEffect(() => {
    if (!isOld) return
    return withJitter(() => refetch(), Math.max(askedAt + EVERY_MS - Date.now(), 0))
  }, [isOld, askedAt])
}
