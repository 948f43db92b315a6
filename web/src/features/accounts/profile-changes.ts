import type { CurrentUser } from '@called-it/shared/contract/accounts'
import type { QueryClient } from '@tanstack/react-query'
import { toastRequestFailure } from '../../lib/failure-toasts.ts'
import { queryKeys } from '../../lib/query-keys.ts'
import { refetchUserIfLoggedOut, setCurrentUser } from '../../lib/session.ts'

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
