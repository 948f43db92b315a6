import type { CurrentUser } from '@called-it/shared/contract/current-user'
import type { QueryClient } from '@tanstack/react-query'
import { refetchUserIfLoggedOut, setCurrentUser } from '../../lib/account/session.ts'
import { queryKeys } from '../../lib/api/query-keys.ts'
import { toastRequestFailure } from '../../lib/api/request-toasts.ts'

export async function showChangedUser(queryClient: QueryClient, user: CurrentUser): Promise<void> {
  await setCurrentUser(queryClient, user)
  for (const queryKey of [queryKeys.leaderboards, queryKeys.longLeaderboards]) {
    void queryClient.invalidateQueries({ queryKey })
  }
}

export function toastUnchanged(queryClient: QueryClient, title: string, error: unknown): void {
  refetchUserIfLoggedOut(queryClient, error)
  toastRequestFailure(title, error)
}
