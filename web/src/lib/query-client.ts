import { MutationCache, onlineManager, QueryCache, QueryClient } from '@tanstack/react-query'
import { isAccessDenied, isServerUnavailable } from './api.ts'
import { queryKeys } from './query-keys.ts'
import { pollUntilReady } from './server-recovery.ts'

/**
 * The cache of everything that was read. Answers never go stale by time, are not refetched on focus and
 * not retried; live events and the screens themselves say when something changed. Calls are made even
 * while the browser believes to be offline, so that they fail with an error and a *try again* instead of
 * hanging. Where the server is away, its return is waited for. Where a change is refused, who is logged in is asked
 * anew: a session or a right may have ended.
 */
export function createQueryClient(): QueryClient {
  const queryClient = new QueryClient({
    queryCache: new QueryCache({ onError: noticeOutage }),
    mutationCache: new MutationCache({
      onError: (error) => {
        noticeOutage(error)
        if (isAccessDenied(error)) void queryClient.invalidateQueries({ queryKey: queryKeys.currentUser })
      },
    }),
    defaultOptions: {
      queries: {
        staleTime: Number.POSITIVE_INFINITY,
        refetchOnWindowFocus: false,
        refetchInterval: false,
        retry: false,
        networkMode: 'always',
      },
      mutations: { retry: false, networkMode: 'always' },
    },
  })
  return queryClient
}

function noticeOutage(error: Error): void {
  if (isServerUnavailable(error)) pollUntilReady()
}

/** Asks again for everything on screen that could not be had. */
export function refetchFailed(queryClient: QueryClient): Promise<void> {
  return queryClient.refetchQueries({
    type: 'active',
    predicate: (query) => query.state.status === 'error' || query.state.fetchFailureCount > 0,
  })
}

/** Refetches what failed whenever the browser comes back online; returns how to stop. */
export function refetchFailedWhenOnline(queryClient: QueryClient): () => void {
  return onlineManager.subscribe((online) => {
    if (online) void refetchFailed(queryClient)
  })
}
