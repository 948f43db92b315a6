import { accountEndpoints, confirmBody } from '@called-it/shared/contract/accounts'
import { zodResolver } from '@hookform/resolvers/zod'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useForm } from 'react-hook-form'
import { Link, useNavigate, useParams } from 'react-router-dom'
import { keptReturnPath, rememberReturnPath } from '../../lib/account/return-path.ts'
import { useCurrentUser } from '../../lib/account/session.ts'
import { ApiError, hasCode, isRefusal, request, UnexpectedResponse } from '../../lib/api/api.ts'
import { toastRequestFailure } from '../../lib/api/request-toasts.ts'
import { paths } from '../../lib/paths.ts'
import { t } from '../../lib/words/texts.ts'
import { PasswordField } from '../../ui/account-fields.tsx'
import { ButtonLink } from '../../ui/button-link.tsx'
import { SubmitButton } from '../../ui/form.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import { AccountForm, AccountPage } from './account-form.tsx'
import { OutcomeNotice } from './outcome-notice.tsx'
import { useFollowRegistration } from './use-follow-registration.ts'
import { useGoOn } from './use-go-on.ts'
import { useRedirectLater } from './use-redirect-later.ts'

/** A mail scanner that follows the link must not use it up, so the page consumes the token, not the GET. */
export function VerifyEmailPage() {
  const { token = '' } = useParams()
  const navigate = useNavigate()
  const { isLoading, data, error } = useQuery({
    queryKey: ['verify-email', token],
    queryFn: () => consume(token),
    enabled: token !== '',
    refetchOnReconnect: false,
    refetchOnMount: false,
  })
  const confirmation = useMutation({
    mutationFn: (password: string) =>
      request(accountEndpoints.confirmRegistration, { params: { token }, body: { password } }),
    onError: (error) => {
      if (!isRefusal(error)) toastRequestFailure(t('account.not-verified'), error)
    },
  })
  const linkRefusal =
    isRefusal(confirmation.error) && !hasCode(confirmation.error, 'wrong_registration_password')
      ? confirmation.error
      : null
  const isVerified = confirmation.isSuccess || (data?.refusal === null && !data.passwordNeeded)
  const needsPassword = data?.passwordNeeded && !isVerified && linkRefusal === null
  const showId = confirmation.data?.showId ?? data?.showId
  const failure = linkRefusal ?? data?.refusal ?? error

  const redirectedTo = error instanceof UnexpectedResponse ? error.redirectedTo : null
  useEffect(() => {
    if (redirectedTo !== null) navigate(redirectedTo, { replace: true })
  }, [redirectedTo, navigate])
  // In a browser that has not registered.
  useEffect(() => {
    if (isVerified && showId && !keptReturnPath()) rememberReturnPath(paths.prediction(showId))
  }, [isVerified, showId])
  useFollowRegistration({ link: token, when: isVerified })
  const isLoggedIn = Boolean(useCurrentUser().user)
  // The login leads on where it has a session.
  useGoOn({ when: !isVerified })
  useRedirectLater(isVerified ? paths.loginVerified : null)

  return (
    <AccountPage title={t('account.verification')}>
      {isLoading || redirectedTo !== null ? (
        <p role="status" className="buttons">
          <Spinner /> {t('account.verifying')}
        </p>
      ) : needsPassword ? (
        <RegistrationPasswordForm
          key={token}
          onConfirm={confirmation.mutateAsync}
          busy={confirmation.isPending}
        />
      ) : (
        <OutcomeNotice
          tone={isVerified ? 'good' : 'danger'}
          role={isVerified ? 'status' : 'alert'}
          takesFocus={confirmation.isSuccess || linkRefusal !== null}
        >
          <p>
            {isVerified
              ? t(isLoggedIn ? 'account.verified-on' : 'account.verified-in')
              : failureText(failure)}
          </p>
          {isUsed(failure) && <p>{t('account.can-log-in')}</p>}
        </OutcomeNotice>
      )}
      <div className="buttons">
        <ButtonLink
          to={isVerified ? paths.loginVerified : paths.login}
          variant={isVerified ? 'main' : 'plain'}
        >
          {t('account.go-to-login')}
        </ButtonLink>
        {!isVerified && !isLoading && !needsPassword && !hasCode(failure, 'link_needed') && (
          <ButtonLink to={paths.resendVerification} variant="main">
            {t('account.resend-link')}
          </ButtonLink>
        )}
      </div>
    </AccountPage>
  )
}

type Consumption = { refusal: ApiError | null; passwordNeeded: boolean; showId?: number | undefined }

/** A refusal is final, so it is data and not an error: reconnecting must not request it again. */
async function consume(token: string): Promise<Consumption> {
  try {
    const { passwordNeeded = false, showId } = await request(accountEndpoints.verifyEmail, {
      params: { token },
    })
    return { refusal: null, passwordNeeded, showId }
  } catch (error) {
    if (isRefusal(error)) return { refusal: error, passwordNeeded: false }
    throw error
  }
}

function failureText(error: Error | null): string {
  if (hasCode(error, 'link_needed')) return t('error.link-needed')
  if (isExpired(error)) return t('error.token-expired')
  return isUsed(error) ? t('error.token-used') : t('account.verify-error')
}

/** The message of `invalid_token` contains "expired" too, as one of two possible reasons. */
function isExpired(error: Error | null): boolean {
  return error instanceof ApiError && !hasCode(error, 'invalid_token') && error.message.includes('expired')
}

function isUsed(error: Error | null): boolean {
  return (
    hasCode(error, 'token_used') || (error instanceof ApiError && error.message.includes('already been used'))
  )
}

type RegistrationPasswordFormProps = {
  /** Rejects with the error of the request. */
  onConfirm: (password: string) => Promise<unknown>
  busy: boolean
}

/** For an address that was registered more than once, perhaps by somebody else. */
function RegistrationPasswordForm({ onConfirm, busy }: RegistrationPasswordFormProps) {
  const { register, handleSubmit, setError, formState } = useForm({
    resolver: zodResolver(confirmBody),
    defaultValues: { password: '' },
  })
  const [wasRefused, setWasRefused] = useState(false)
  const submit = handleSubmit(({ password }) =>
    onConfirm(password).catch((error: unknown) => {
      if (!hasCode(error, 'wrong_registration_password')) return
      setWasRefused(true)
      setError('password', { message: t('error.first-password') }, { shouldFocus: true })
    }),
  )
  return (
    <AccountForm onSubmit={submit}>
      <p role="status">{t('account.twice')}</p>
      <PasswordField
        label={t('account.password')}
        error={formState.errors.password?.message}
        {...register('password')}
      />
      {wasRefused && (
        <Notice tone="warning" role="status">
          <p>{t('account.each-link')}</p>
          <Link to={paths.forgotPassword}>{t('account.reset-yours')}</Link>
        </Notice>
      )}
      <SubmitButton busy={busy} busyText={t('account.verify-busy')}>
        {t('account.verify')}
      </SubmitButton>
    </AccountForm>
  )
}
