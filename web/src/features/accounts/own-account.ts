import type { CurrentUser } from '@called-it/shared/contract/accounts'
import type { QueryClient } from '@tanstack/react-query'
import { queryKeys } from '../../lib/query-keys.ts'
import { refetchUserIfLoggedOut, setCurrentUser } from '../../lib/session.ts'
import { toastFailure } from './failures.ts'

/** Shows the fan with their new name or picture wherever they stand, on the boards too. */
export async function showChangedFan(queryClient: QueryClient, user: CurrentUser): Promise<void> {
  await setCurrentUser(queryClient, user)
  for (const queryKey of [queryKeys.leaderboards, queryKeys.longLeaderboards]) {
    void queryClient.invalidateQueries({ queryKey })
  }
}

/** Tells that a change was not made; where it was refused because nobody is logged in, the page hears of it. */
export function reportUnchanged(queryClient: QueryClient, title: string, error: unknown): void {
  refetchUserIfLoggedOut(queryClient, error)
  toastFailure(title, error)
}
