import { loginLinkEndpoints } from '@called-it/shared/contract/login-links'
import { useMutation } from '@tanstack/react-query'
import { request } from '../../../lib/api/api.ts'
import { toastRequestFailure } from '../../../lib/api/request-toasts.ts'
import { t } from '../../../lib/words/texts.ts'
import { signUpContext } from '../sign-up-context.ts'

export function useAskForLink() {
  return useMutation({
    mutationFn: (fields: { email: string; display_name?: string }) =>
      request(loginLinkEndpoints.askForLink, { body: { ...fields, ...signUpContext() } }),
    onError: (error) => toastRequestFailure(t('link.unsent'), error),
  })
}
