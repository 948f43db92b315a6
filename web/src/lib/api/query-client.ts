import { MutationCache, onlineManager, QueryCache, QueryClient } from '@tanstack/react-query'
import { dismissFailure } from '../../ui/toast.ts'
import { isAccessDenied, isServerUnavailable } from './api.ts'
import { queryKeys } from './query-keys.ts'
import { pollUntilReady } from './server-recovery.ts'

/**
 * Nothing goes stale by time: live events and the screens invalidate. Requests are sent even when the browser reports
 * offline, so that they fail with *try again* instead of hanging. While the server is unavailable it is polled. After a
 * denied mutation the current user is refetched: the session or a right may have ended.
 */
export function createQueryClient(): QueryClient {
  const queryClient = new QueryClient({
    queryCache: new QueryCache({ onError: noticeOutage }),
    mutationCache: new MutationCache({
      // Before the mutation's own onSuccess, which may toast.
      onSuccess: () => dismissFailure('success'),
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

export function refetchFailed(queryClient: QueryClient): Promise<void> {
  return queryClient.refetchQueries(
    {
      type: 'active',
      predicate: (query) => query.state.status === 'error' || query.state.fetchFailureCount > 0,
    },
    { cancelRefetch: false },
  )
}

export function refetchFailedWhenOnline(queryClient: QueryClient): () => void {
  return onlineManager.subscribe((online) => {
    if (online) void refetchFailed(queryClient)
  })
}
