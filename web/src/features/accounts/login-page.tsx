import { loginBody } from '@called-it/shared/contract/accounts'
import { ERRORS } from '@called-it/shared/contract/errors'
import { zodResolver } from '@hookform/resolvers/zod'
import { useForm } from 'react-hook-form'
import { Link, useLocation, useSearchParams } from 'react-router-dom'
import { useLogin } from '../../lib/account/login.ts'
import { LOGOUT_FAILED, useLogoutAndRedirect } from '../../lib/account/use-logout-and-redirect.ts'
import { hasCode, serverMessage } from '../../lib/api/api.ts'
import { paths } from '../../lib/paths.ts'
import { EmailField, PasswordField } from '../../ui/account-fields.tsx'
import { Button } from '../../ui/button.tsx'
import { SubmitButton } from '../../ui/form.tsx'
import { Notice } from '../../ui/notice.tsx'
import { toast, toastFailure } from '../../ui/toast.ts'
import { AccountForm, AccountPage } from './account-form.tsx'
import { KeptInvitation } from './kept-invitation.tsx'
import { useGoOn } from './use-go-on.ts'

export function LoginPage() {
  const [search] = useSearchParams()
  const { state }: { state: unknown } = useLocation()
  const logOut = useLogoutAndRedirect()
  const login = useLogin()
  useGoOn(login.isSuccess)
  const { register, handleSubmit, formState } = useForm({
    resolver: zodResolver(loginBody),
    defaultValues: { email: '', password: '' },
  })

  const submit = handleSubmit((body) =>
    login.mutate(body, {
      onSuccess: () => void toast({ title: 'Login successful' }),
      onError: (error) =>
        toastFailure('Login failed', serverMessage(error, ERRORS.invalid_credentials.message)),
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
      {state === LOGOUT_FAILED && (
        <Notice
          tone="warning"
          role="alert"
          title="You are still logged in on this device"
          action={<Button onClick={logOut}>try again</Button>}
        />
      )}
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
      <KeptInvitation />
      {hasCode(login.error, 'suspended') && (
        <Notice tone="danger" role="alert">
          {serverMessage(login.error, ERRORS.suspended.message)}
        </Notice>
      )}
      <AccountForm onSubmit={submit}>
        <EmailField error={formState.errors.email?.message} {...register('email')} />
        <PasswordField
          label="Password"
          error={formState.errors.password?.message}
          {...register('password')}
        />
        <SubmitButton busy={login.isPending} busyText="logging in...">
          log in
        </SubmitButton>
      </AccountForm>
    </AccountPage>
  )
}
