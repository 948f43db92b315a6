import { type PasskeyResponse, passkeyEndpoints } from '@called-it/shared/contract/passkeys'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState } from 'react'
import { startSession } from '../../../lib/account/login.ts'
import { askForPasskey, awaitSuggestedPasskey } from '../../../lib/account/passkey.ts'
import { toastPasskeyFailure } from '../../../lib/account/passkey-failure.ts'
import { hasCode, request, serverMessage } from '../../../lib/api/api.ts'
import { t } from '../../../lib/words/texts.ts'
import { toast, toastFailure } from '../../../ui/toast.ts'

/** Before what the browser was asked for is too old for the server. */
const ASK_AGAIN_MS = 4 * 60_000

export function usePasskeyLogin() {
  const queryClient = useQueryClient()
  return useMutation({
    /** @param given null: the browser is asked */
    mutationFn: async (given: PasskeyResponse | null) =>
      request(passkeyEndpoints.logInByPasskey, { body: { response: given ?? (await askForPasskey()) } }),
    onSuccess: async (user) => {
      await startSession(queryClient, user)
      void toast({ title: t('account.logged-in') })
    },
    onError: (error) => {
      const title = t('account.login-failed')
      if (hasCode(error, 'suspended')) toastFailure(title, serverMessage(error, t('error.suspended')))
      else toastPasskeyFailure(title, error)
    },
  })
}

/** Logs in by a passkey that the fan chooses among the suggestions of the address field. */
export function useSuggestedPasskeys(): void {
  const login = usePasskeyLogin()
  const [round, setRound] = useState(0)
  const logIn = useEffectEvent(login.mutate)
  useEffect(() => {
    const leaving = new AbortController()
    const timer = setTimeout(() => setRound(round + 1), ASK_AGAIN_MS)
    awaitSuggestedPasskey(leaving.signal).then(
      (chosen) => chosen && logIn(chosen),
      // The fan uses another way, or goes.
      () => {},
    )
    return () => {
      clearTimeout(timer)
      leaving.abort()
    }
  }, [round])
}
