import { onlineManager, QueryClient } from '@tanstack/react-query'

/**
 * The cache of everything that was read. Answers never go stale by time, are not refetched on focus and
 * not retried; live events and the screens themselves say when something changed. Calls are made even
 * while the browser believes to be offline, so that they fail with an error and a *try again* instead of
 * hanging.
 */
export function createQueryClient(): QueryClient {
  return new QueryClient({
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
