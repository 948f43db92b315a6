import type { LinkLogin } from '@called-it/shared/contract/login-links'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { startSession } from '../../../lib/account/login.ts'
import { keptReturnPath, rememberReturnPath } from '../../../lib/account/return-path.ts'
import { hasCode, serverMessage } from '../../../lib/api/api.ts'
import { tryAgain } from '../../../lib/api/request-toasts.ts'
import { paths } from '../../../lib/paths.ts'
import { t } from '../../../lib/words/texts.ts'
import { toast, toastFailure } from '../../../ui/toast.ts'
import { useGoOn } from '../use-go-on.ts'

/** Errors that the page shows beside its form. */
const SHOWN = ['link_gone', 'wrong_code', 'name_needed', 'invalid'] as const

/** Logs in by a link or its code, and goes on. */
export function useLinkLogin<Given>(send: (given: Given) => Promise<LinkLogin>, withSession = false) {
  const queryClient = useQueryClient()
  const login = useMutation({
    mutationFn: send,
    onSuccess: async ({ user, showId }) => {
      // In a browser that did not ask for the link.
      if (showId && !keptReturnPath()) rememberReturnPath(paths.prediction(showId))
      await startSession(queryClient, user)
      void toast({ title: t('account.logged-in') })
    },
    onError: (error) => {
      if (SHOWN.some((code) => hasCode(error, code))) return
      toastFailure(t('account.login-failed'), serverMessage(error, tryAgain()))
    },
  })
  useGoOn({ hasLoggedIn: login.isSuccess, withSession })
  return login
}
