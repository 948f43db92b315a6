import { accountEndpoints, type loginBody } from '@called-it/shared/contract/accounts'
import type { CurrentUser } from '@called-it/shared/contract/current-user'
import { type UseMutationResult, useMutation, useQueryClient } from '@tanstack/react-query'
import type { z } from 'zod'
import { request } from './api.ts'
import { restartLive } from './live/connection.ts'
import { removePushDevice } from './push-device.ts'
import { clearSession, setCurrentUser } from './session.ts'
import { announceSessionChange } from './session-channel.ts'

/** Logs in and reconnects the socket; toasts are the caller's. */
export function useLogin(): UseMutationResult<CurrentUser, Error, z.input<typeof loginBody>> {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (body: z.input<typeof loginBody>) => request(accountEndpoints.login, { body }),
    onSuccess: async (user) => {
      await setCurrentUser(queryClient, user)
      restartLive()
      announceSessionChange('login')
    },
  })
}

/** Clears the session on a failure too: the user wanted to leave. */
export function useLogout(): UseMutationResult<unknown, Error, void> {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: async () => {
      await removePushDevice()
      return request(accountEndpoints.logout)
    },
    onSettled: () => clearSession(queryClient),
  })
}
