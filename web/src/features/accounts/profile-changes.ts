import type { CurrentUser } from '@called-it/shared/contract/accounts'
import type { QueryClient } from '@tanstack/react-query'
import { queryKeys } from '../../lib/query-keys.ts'
import { refetchUserIfLoggedOut, setCurrentUser } from '../../lib/session.ts'
import { toastFailure } from './toast-failure.ts'

/** Shows the new name or image everywhere, on the boards too. */
export async function showChangedUser(queryClient: QueryClient, user: CurrentUser): Promise<void> {
  await setCurrentUser(queryClient, user)
  for (const queryKey of [queryKeys.leaderboards, queryKeys.longLeaderboards]) {
    void queryClient.invalidateQueries({ queryKey })
  }
}

export function toastUnchanged(queryClient: QueryClient, title: string, error: unknown): void {
  refetchUserIfLoggedOut(queryClient, error)
  toastFailure(title, error)
}
