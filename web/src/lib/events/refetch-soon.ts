import { hashKey, type QueryClient, type QueryKey } from '@tanstack/react-query'
import { withJitter } from './jitter.ts'

const scheduled = new WeakMap<QueryClient, Set<string>>()

/** Refetches a shown query with jitter; once for all who ask until then. */
export function refetchSoon(queryClient: QueryClient, queryKey: QueryKey): void {
  const hash = hashKey(queryKey)
  const waiting = scheduled.get(queryClient) ?? new Set<string>()
  if (waiting.has(hash)) return
  scheduled.set(queryClient, waiting.add(hash))
  withJitter(() => {
    waiting.delete(hash)
    void refetchAgain(queryClient, queryKey)
  })
}

/** A request under way is not canceled. Its response may be older than the event, so another one follows. */
async function refetchAgain(queryClient: QueryClient, queryKey: QueryKey): Promise<void> {
  const shown = { queryKey, exact: true, type: 'active' } as const
  const isUnderWay = queryClient.isFetching(shown) > 0
  await queryClient.refetchQueries(shown, { cancelRefetch: false })
  if (isUnderWay) await queryClient.refetchQueries(shown, { cancelRefetch: false })
}
