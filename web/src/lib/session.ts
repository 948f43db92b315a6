import { accountEndpoints, type CurrentUser, type loginBody } from '@called-it/shared/contract/accounts'
import {
  type QueryClient,
  queryOptions,
  type UseMutationResult,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query'
import type { z } from 'zod'
import { ApiError, hasCode, nullWhenLoggedOut, request, UnexpectedResponse } from './api.ts'
import { restartLive } from './live/connection.ts'
import { queryKeys } from './query-keys.ts'
import { forgetReturnPath } from './return-path.ts'
import { clearUserData } from './user-storage.ts'

const REFETCH_MS = 5 * 60_000
const STALE_MS = 2 * 60_000
const RETRIES = 3
const RETRY_MS = 2_000

/** Who is logged in: null means nobody. Its failures are retried, unlike any other query's. */
export const currentUserQuery = queryOptions({
  queryKey: queryKeys.currentUser,
  queryFn: ({ signal }): Promise<CurrentUser | null> =>
    nullWhenLoggedOut(request(accountEndpoints.getCurrentUser, { signal })),
  staleTime: STALE_MS,
  refetchInterval: REFETCH_MS,
  refetchOnWindowFocus: true,
  refetchOnMount: true,
  refetchOnReconnect: true,
  retry: (failures, error) => failures < RETRIES && mayPass(error),
  retryDelay: RETRY_MS,
})

/** A failure of the network or of the server, as opposed to a refusal. */
function mayPass(error: Error): boolean {
  if (error instanceof ApiError) return error.status >= 500
  return !(error instanceof UnexpectedResponse)
}

/** `user` is undefined until it is known, and null for a visitor. */
export type Session = {
  user: CurrentUser | null | undefined
  /** True while nothing is known yet. */
  isPending: boolean
  /** True where it cannot be known: the server is not to be reached. */
  isError: boolean
  retry: () => void
}

export function useCurrentUser(): Session {
  const { data, failureCount, errorUpdateCount, refetch } = useQuery(currentUserQuery)
  // From the first failure on, and while it is asked again.
  const hasFailed = failureCount + errorUpdateCount > 0
  return {
    user: data,
    isPending: data === undefined && !hasFailed,
    isError: data === undefined && hasFailed,
    retry: () => void refetch(),
  }
}

/** Logs in and makes the session known to the page and its live connection; toasts are the caller's. */
export function useLogin(): UseMutationResult<CurrentUser, Error, z.input<typeof loginBody>> {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (body: z.input<typeof loginBody>) => request(accountEndpoints.login, { body }),
    onSuccess: async (user) => {
      await setCurrentUser(queryClient, user)
      restartLive()
    },
  })
}

/** Logs out and forgets everything of the fan, on a failure as well: the fan wanted to leave. */
export function useLogout(): UseMutationResult<unknown, Error, void> {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: () => request(accountEndpoints.logout),
    onSettled: () => clearSession(queryClient),
  })
}

/**
 * Forgets everything of a fan who has left: on the device, and in the page and its live connection. What the
 * cache holds of anybody else is marked as stale.
 */
export async function clearSession(queryClient: QueryClient): Promise<void> {
  clearUserData()
  forgetReturnPath()
  await queryClient.cancelQueries()
  queryClient.setQueryData(queryKeys.currentUser, null)
  queryClient.removeQueries({ queryKey: queryKeys.personal })
  restartLive()
  void queryClient.invalidateQueries({
    predicate: ({ queryKey }) => queryKey[0] !== queryKeys.currentUser[0],
  })
}

/** Puts what a change of the fan's own account was answered with in the place of what was known. */
export async function setCurrentUser(queryClient: QueryClient, user: CurrentUser): Promise<void> {
  await queryClient.cancelQueries({ queryKey: queryKeys.currentUser })
  queryClient.setQueryData(queryKeys.currentUser, user)
}

/** Asks anew who is logged in where a call was refused because nobody is: another tab has logged out. */
export function refetchUserIfLoggedOut(queryClient: QueryClient, error: unknown): void {
  if (hasCode(error, 'not_logged_in')) {
    void queryClient.invalidateQueries({ queryKey: queryKeys.currentUser })
  }
}
