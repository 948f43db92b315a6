import { accountEndpoints, type loginBody } from '@called-it/shared/contract/accounts'
import type { CurrentUser } from '@called-it/shared/contract/current-user'
import { type QueryClient, type UseMutationResult, useMutation, useQueryClient } from '@tanstack/react-query'
import type { z } from 'zod'
import { findPushSubscription } from '../../offline/push-subscription.ts'
import { request } from '../api/api.ts'
import { restartEvents } from '../events/connection.ts'
import { clearSession, setCurrentUser } from './session.ts'
import { announceSessionChange } from './session-channel.ts'
import { BOUND_DEVICE, userStorage } from './user-storage.ts'

/** What logging out waits for a push service or a server that does not respond. */
const UNBIND_MS = 2_000

/** Logs in and reconnects the socket; toasts are the caller's. */
export function useLogin(): UseMutationResult<CurrentUser, Error, z.input<typeof loginBody>> {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (body: z.input<typeof loginBody>) => request(accountEndpoints.login, { body }),
    onSuccess: (user) => startSession(queryClient, user),
  })
}

/** After the server has begun a session in this browser. */
export async function startSession(queryClient: QueryClient, user: CurrentUser): Promise<void> {
  userStorage.removeItem(BOUND_DEVICE)
  await setCurrentUser(queryClient, user)
  restartEvents()
  announceSessionChange('login')
}

/** Clears the session on a failure too: the user wanted to leave. */
export function useLogout(): UseMutationResult<unknown, Error, void> {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: async () => {
      await Promise.race([unbindPushDevice().catch(() => {}), expire(UNBIND_MS)])
      return request(accountEndpoints.logout)
    },
    onSettled: () => clearSession(queryClient),
  })
}

/** While still logged in. Without it the push service reports later that the subscription has ended. */
async function unbindPushDevice(): Promise<void> {
  const subscription = await findPushSubscription()
  if (subscription) await (await import('./push-device.ts')).unbindPushDevice(subscription)
}

const expire = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))
