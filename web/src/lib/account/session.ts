import { type CurrentUser, currentUserEndpoints } from '@called-it/shared/contract/current-user'
import { type QueryClient, queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { ApiError, hasCode, nullWhenLoggedOut, request, UnexpectedResponse } from '../api/api.ts'
import { queryKeys } from '../api/query-keys.ts'
import { restartEvents } from '../events/connection.ts'
import { forgetInvitation, forgetSignUpCode } from './kept-invitation.ts'
import { dropKeptSong } from './kept-song.ts'
import { forgetReturnPath } from './return-path.ts'
import { announceSessionChange, onSessionChange } from './session-channel.ts'
import { hasSession } from './session-flag.ts'
import { clearUserData } from './user-storage.ts'

const REFETCH_MS = 5 * 60_000
const STALE_MS = 2 * 60_000
const RETRIES = 3
const RETRY_MS = 2_000

/** Null for a visitor. The only query that is retried. */
export const currentUserQuery = queryOptions({
  queryKey: queryKeys.currentUser,
  queryFn: async ({ signal }): Promise<CurrentUser | null> =>
    hasSession() ? nullWhenLoggedOut(request(currentUserEndpoints.getCurrentUser, { signal })) : null,
  staleTime: STALE_MS,
  refetchInterval: REFETCH_MS,
  refetchOnWindowFocus: true,
  refetchOnMount: true,
  refetchOnReconnect: true,
  retry: (failures, error) => failures < RETRIES && isTransient(error),
  retryDelay: RETRY_MS,
})

function isTransient(error: Error): boolean {
  if (error instanceof ApiError) return error.status >= 500
  return !(error instanceof UnexpectedResponse)
}

/** `user` is undefined while unknown, and null for a visitor. */
export type Session = {
  user: CurrentUser | null | undefined
  isPending: boolean
  /** True when the session is unknown because the server cannot be reached. */
  isError: boolean
  retry: () => void
}

export function useCurrentUser(): Session {
  const { data, failureCount, errorUpdateCount, refetch } = useQuery(currentUserQuery)
  // True from the first failure on, during retries too.
  const hasFailed = failureCount + errorUpdateCount > 0
  return {
    user: data,
    isPending: data === undefined && !hasFailed,
    isError: data === undefined && hasFailed,
    retry: () => void refetch(),
  }
}

/** Clears all data of the user, in the browser's other tabs too. */
export async function clearSession(queryClient: QueryClient): Promise<void> {
  announceSessionChange('logout')
  await forgetUser(queryClient)
}

/** Clears all data of the user from the device, the cache and the socket, and invalidates the rest of the cache. */
async function forgetUser(queryClient: QueryClient): Promise<void> {
  clearUserData()
  forgetReturnPath()
  forgetInvitation()
  forgetSignUpCode()
  dropKeptSong()
  await queryClient.cancelQueries()
  queryClient.setQueryData(queryKeys.currentUser, null)
  queryClient.removeQueries({ queryKey: queryKeys.personal })
  restartEvents()
  void queryClient.invalidateQueries({
    predicate: ({ queryKey }) => queryKey[0] !== queryKeys.currentUser[0],
  })
}

/** Follows logins and logouts of the browser's other tabs. */
export function useOtherTabs(): void {
  const queryClient = useQueryClient()
  useEffect(
    () =>
      onSessionChange((change) => {
        if (change === 'logout') return void forgetUser(queryClient)
        void queryClient.invalidateQueries({ queryKey: queryKeys.currentUser })
        restartEvents()
      }),
    [queryClient],
  )
}

export async function setCurrentUser(queryClient: QueryClient, user: CurrentUser): Promise<void> {
  await queryClient.cancelQueries({ queryKey: queryKeys.currentUser })
  queryClient.setQueryData(queryKeys.currentUser, user)
}

export function refetchUserIfLoggedOut(queryClient: QueryClient, error: unknown): void {
  if (hasCode(error, 'not_logged_in')) {
    void queryClient.invalidateQueries({ queryKey: queryKeys.currentUser })
  }
}
