import { loginBody } from '@called-it/shared/contract/accounts'
import { ERRORS } from '@called-it/shared/contract/errors'
import { zodResolver } from '@hookform/resolvers/zod'
import { useForm } from 'react-hook-form'
import { Link, useNavigate, useSearchParams } from 'react-router-dom'
import { hasCode, serverMessage } from '../../lib/api.ts'
import { paths } from '../../lib/paths.ts'
import { takeReturnPath } from '../../lib/return-path.ts'
import { useLogin } from '../../lib/session.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { Notice } from '../../ui/notice.tsx'
import { TextInput } from '../../ui/text-input.tsx'
import { toast } from '../../ui/toast.ts'
import { AccountForm, AccountPage } from './account-form.tsx'
import { PasswordField } from './password-field.tsx'

/** Lets the toast and the header settle before the page changes. */
const NAVIGATE_AFTER_MS = 100

export function LoginPage() {
  const [search] = useSearchParams()
  const navigate = useNavigate()
  const login = useLogin()
  const { register, handleSubmit, formState } = useForm({
    resolver: zodResolver(loginBody),
    defaultValues: { email: '', password: '' },
  })

  const submit = handleSubmit((body) =>
    login.mutate(body, {
      onSuccess: () => {
        toast({ title: 'Login successful' })
        setTimeout(() => navigate(takeReturnPath(), { replace: true }), NAVIGATE_AFTER_MS)
      },
      onError: (error) =>
        toast({
          title: 'Login failed',
          description: serverMessage(error, ERRORS.invalid_credentials.message),
          variant: 'destructive',
        }),
    }),
  )

  return (
    <AccountPage
      title="log in"
      links={
        <>
          <Link to={paths.forgotPassword}>Forgot your password?</Link>
          <Link to={paths.resendVerification}>Need to verify your email?</Link>
          <Link to={paths.register}>No account yet? sign up</Link>
        </>
      }
    >
      {search.get('verified') === 'true' && (
        <Notice tone="good" role="status">
          Your email has been verified. You can log in now.
        </Notice>
      )}
      {hasCode(login.error, 'email_not_verified') && (
        <Notice
          tone="warning"
          role="alert"
          action={<Link to={paths.resendVerification}>send a new link</Link>}
        >
          {ERRORS.email_not_verified.message}
        </Notice>
      )}
      <AccountForm onSubmit={submit}>
        <Field label="Email" error={formState.errors.email?.message}>
          {(wiring) => <TextInput type="email" autoComplete="username" {...wiring} {...register('email')} />}
        </Field>
        <PasswordField
          label="Password"
          error={formState.errors.password?.message}
          autoComplete="current-password"
          registration={register('password')}
        />
        <Button type="submit" variant="main" size="l" wide busy={login.isPending} busyText="logging in...">
          log in
        </Button>
      </AccountForm>
    </AccountPage>
  )
}
