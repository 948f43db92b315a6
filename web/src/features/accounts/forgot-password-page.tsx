import { ACCOUNT_MESSAGES, accountEndpoints, emailBody } from '@called-it/shared/contract/accounts'
import { zodResolver } from '@hookform/resolvers/zod'
import { useMutation } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'
import { Link } from 'react-router-dom'
import { request } from '../../lib/api.ts'
import { showIssues } from '../../lib/form-issues.ts'
import { paths } from '../../lib/paths.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { TextInput } from '../../ui/text-input.tsx'
import { toast } from '../../ui/toast.ts'
import { AccountForm, AccountPage } from './account-form.tsx'
import { toastFailure } from './failures.ts'
import { OutcomeNotice } from './outcome-notice.tsx'

/** Asks for a link to choose a new password with. The answer never tells whether the address is known. */
export function ForgotPasswordPage() {
  const { register, handleSubmit, setError, formState } = useForm({
    resolver: zodResolver(emailBody),
    defaultValues: { email: '' },
  })
  const resetRequest = useMutation({
    mutationFn: (body: { email: string }) => request(accountEndpoints.requestPasswordReset, { body }),
    onSuccess: () => toast({ title: 'Reset email sent', description: ACCOUNT_MESSAGES.resetRequested }),
    onError: (error) => {
      showIssues(error, ['email'], setError)
      toastFailure('Failed to request password reset', error)
    },
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
        <AccountForm onSubmit={handleSubmit((body) => resetRequest.mutate(body))}>
          <Field label="Email" error={formState.errors.email?.message}>
            {(wiring) => (
              <TextInput type="email" autoComplete="username" {...wiring} {...register('email')} />
            )}
          </Field>
          <Button
            type="submit"
            variant="main"
            size="l"
            wide
            busy={resetRequest.isPending}
            busyText="sending..."
          >
            send the reset link
          </Button>
        </AccountForm>
      )}
    </AccountPage>
  )
}
