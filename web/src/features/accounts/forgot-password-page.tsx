import { ACCOUNT_MESSAGES, accountEndpoints } from '@called-it/shared/contract/accounts'
import { useMutation } from '@tanstack/react-query'
import { Link } from 'react-router-dom'
import { request } from '../../lib/api/api.ts'
import { toastRequestFailure } from '../../lib/api/request-toasts.ts'
import { paths } from '../../lib/paths.ts'
import { toast } from '../../ui/toast.ts'
import { AccountPage } from './account-form.tsx'
import { EmailForm } from './email-form.tsx'
import { OutcomeNotice } from './outcome-notice.tsx'

/** Never shows whether the address has an account. */
export function ForgotPasswordPage() {
  const resetRequest = useMutation({
    mutationFn: (body: { email: string }) => request(accountEndpoints.requestPasswordReset, { body }),
    onSuccess: () => toast({ title: 'Reset email sent', description: ACCOUNT_MESSAGES.resetRequested }),
    onError: (error) => toastRequestFailure('Failed to request password reset', error),
  })

  return (
    <AccountPage
      title="forgot password"
      lead={resetRequest.isSuccess ? undefined : 'We mail you a link to choose a new password with.'}
      links={<Link to={paths.login}>Back to login</Link>}
    >
      {resetRequest.isSuccess ? (
        <OutcomeNotice tone="good" role="status" title="Email sent">
          Please check your inbox, and the spam folder too. The link in the email leads you to a new password.
        </OutcomeNotice>
      ) : (
        <EmailForm mutation={resetRequest} submitLabel="send the reset link" />
      )}
    </AccountPage>
  )
}
