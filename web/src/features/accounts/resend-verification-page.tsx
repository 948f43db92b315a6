import { accountEndpoints, emailBody } from '@called-it/shared/contract/accounts'
import { zodResolver } from '@hookform/resolvers/zod'
import { useMutation } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'
import { Link } from 'react-router-dom'
import { ApiError, request, serverMessage } from '../../lib/api.ts'
import { paths } from '../../lib/paths.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { Notice } from '../../ui/notice.tsx'
import { TextInput } from '../../ui/text-input.tsx'
import { toast } from '../../ui/toast.ts'
import { AccountForm, AccountPage } from './account-form.tsx'
import { OutcomeNotice } from './outcome-notice.tsx'
import { SPAM_WARNING } from './spam-warning.ts'

/** Asks for a new verification mail. The answer never tells whether the address is known. */
export function ResendVerificationPage() {
  const { register, handleSubmit, formState } = useForm({
    resolver: zodResolver(emailBody),
    defaultValues: { email: '' },
  })
  const resending = useMutation({
    mutationFn: (body: { email: string }) => request(accountEndpoints.resendVerification, { body }),
    onError: (error) =>
      toast({
        title: 'Error',
        description:
          error instanceof ApiError
            ? serverMessage(error, 'Failed to resend verification email')
            : 'An unexpected error occurred',
        variant: 'destructive',
      }),
  })

  return (
    <AccountPage title="resend verification" links={<Link to={paths.login}>Back to login</Link>}>
      {resending.isSuccess ? (
        <>
          <OutcomeNotice tone="good" role="status">
            {resending.data.message}
          </OutcomeNotice>
          <Notice tone="warning">{SPAM_WARNING}</Notice>
        </>
      ) : (
        <AccountForm onSubmit={handleSubmit((body) => resending.mutate(body))}>
          <Field label="Email" error={formState.errors.email?.message}>
            {(wiring) => (
              <TextInput type="email" autoComplete="username" {...wiring} {...register('email')} />
            )}
          </Field>
          <Button type="submit" variant="main" size="l" wide busy={resending.isPending} busyText="sending...">
            resend the verification email
          </Button>
        </AccountForm>
      )}
    </AccountPage>
  )
}
