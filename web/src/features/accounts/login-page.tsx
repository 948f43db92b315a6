import { loginBody } from '@called-it/shared/contract/accounts'
import { zodResolver } from '@hookform/resolvers/zod'
import { useEffect, useState } from 'react'
import { useForm } from 'react-hook-form'
import { Link, useLocation, useSearchParams } from 'react-router-dom'
import { useLogin } from '../../lib/account/login.ts'
import { useCurrentUser } from '../../lib/account/session.ts'
import { LOGOUT_FAILED, useLogoutAndRedirect } from '../../lib/account/use-logout-and-redirect.ts'
import { hasCode, serverMessage } from '../../lib/api/api.ts'
import { showIssues } from '../../lib/api/form-issues.ts'
import { paths } from '../../lib/paths.ts'
import { t } from '../../lib/words/texts.ts'
import { EmailField } from '../../ui/account-fields.tsx'
import { Button } from '../../ui/button.tsx'
import { SubmitButton } from '../../ui/form.tsx'
import { Notice } from '../../ui/notice.tsx'
import { ReadablePasswordField } from '../../ui/readable-password-field.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import { toast, toastFailure } from '../../ui/toast.ts'
import styles from './account-form.module.css'
import { AccountForm } from './account-form.tsx'
import { EntryPage } from './entry-page.tsx'
import { OtherWays } from './other-ways.tsx'
import { useSuggestedPasskeys } from './passkeys/use-passkey-login.ts'
import { useGoOn } from './use-go-on.ts'

export function LoginPage() {
  const [search] = useSearchParams()
  const { state }: { state: unknown } = useLocation()
  const logOut = useLogoutAndRedirect()
  const login = useLogin()
  const canStay = state === LOGOUT_FAILED
  useGoOn({ hasLoggedIn: login.isSuccess, withSession: !canStay })
  const isLeaving = Boolean(useCurrentUser().user) && !canStay
  const [isShown, setIsShown] = useState(false)
  const { register, handleSubmit, getValues, setError, setFocus, trigger, formState } = useForm({
    resolver: zodResolver(loginBody),
    defaultValues: { email: '', password: '' },
  })

  useEffect(() => setFocus('email'), [setFocus])
  useSuggestedPasskeys()

  const submit = handleSubmit((body) =>
    login.mutate(body, {
      onSuccess: () => void toast({ title: t('account.logged-in') }),
      onError: (error) =>
        toastFailure(t('account.login-failed'), serverMessage(error, t('error.credentials'))),
    }),
  )

  const readFields = async () =>
    (await trigger('email', { shouldFocus: true })) ? { email: getValues('email') } : null

  return (
    <EntryPage
      title={t('account.log-in')}
      notices={
        <>
          {canStay && (
            <Notice
              tone="warning"
              role="alert"
              title={t('account.still-in')}
              action={<Button onClick={logOut}>{t('account.try-again')}</Button>}
            />
          )}
          {search.get('verified') === 'true' && !isLeaving && (
            <Notice tone="good" role="status">
              {t('account.verified-now')}
            </Notice>
          )}
          {hasCode(login.error, 'email_not_verified') && (
            <Notice
              tone="warning"
              role="alert"
              action={<Link to={paths.resendVerification}>{t('account.new-link')}</Link>}
            >
              {t('error.unverified')}
            </Notice>
          )}
          {hasCode(login.error, 'suspended') && (
            <Notice tone="danger" role="alert">
              {serverMessage(login.error, t('error.suspended'))}
            </Notice>
          )}
        </>
      }
    >
      {isLeaving ? (
        <p role="status" className="buttons">
          <Spinner /> {t('account.taking-on')}
        </p>
      ) : (
        <>
          <AccountForm onSubmit={submit}>
            <EmailField
              autoComplete="username webauthn"
              enterKeyHint="next"
              error={formState.errors.email?.message}
              {...register('email')}
            />
            <ReadablePasswordField
              label={t('account.password')}
              autoComplete="current-password"
              enterKeyHint="go"
              error={formState.errors.password?.message}
              isShown={isShown && !login.isPending}
              onToggle={() => setIsShown(!isShown)}
              {...register('password')}
            />
            <SubmitButton busy={login.isPending} busyText={t('account.logging-in')}>
              {t('account.log-in')}
            </SubmitButton>
          </AccountForm>
          <p className={styles.links}>
            <Link to={paths.forgotPassword}>{t('account.forgot-ask')}</Link>
            <Link to={paths.resendVerification}>{t('account.verify-ask')}</Link>
          </p>
          <OtherWays
            kind="log-in"
            readFields={readFields}
            onRefused={(error) => showIssues(error, ['email'], setError)}
          />
        </>
      )}
    </EntryPage>
  )
}
