import { accountEndpoints } from '@called-it/shared/contract/accounts'
import { ERRORS } from '@called-it/shared/contract/errors'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useNavigate, useParams } from 'react-router-dom'
import { ApiError, hasCode, request, UnexpectedResponse } from '../../lib/api.ts'
import { paths } from '../../lib/paths.ts'
import { ButtonLink } from '../../ui/button-link.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import styles from './account-form.module.css'
import { AccountPage } from './account-form.tsx'
import { useRedirectLater } from './use-redirect-later.ts'

const FAILED = 'There was an error verifying your email. The verification link may be invalid.'

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
  const isVerified = data?.refusal === null
  const failure = data?.refusal ?? error

  const redirectedTo = error instanceof UnexpectedResponse ? error.redirectedTo : null
  useEffect(() => {
    if (redirectedTo !== null) navigate(redirectedTo, { replace: true })
  }, [redirectedTo, navigate])
  useRedirectLater(isVerified ? paths.loginVerified : null)

  return (
    <AccountPage title="email verification">
      {isLoading || redirectedTo !== null ? (
        <p role="status" className={styles.buttons}>
          <Spinner /> Verifying your email...
        </p>
      ) : (
        <Notice tone={isVerified ? 'good' : 'danger'} role={isVerified ? 'status' : 'alert'}>
          <p>
            {isVerified ? 'Your email has been verified. Taking you to the login...' : failureText(failure)}
          </p>
          {isUsed(failure) && <p>You can log in with your account.</p>}
        </Notice>
      )}
      <div className={styles.buttons}>
        <ButtonLink
          to={isVerified ? paths.loginVerified : paths.login}
          variant={isVerified ? 'main' : 'plain'}
        >
          Go to Login
        </ButtonLink>
        {!isVerified && !isLoading && (
          <ButtonLink to={paths.resendVerification} variant="main">
            Resend Verification
          </ButtonLink>
        )}
      </div>
    </AccountPage>
  )
}

/** A refusal is final, so it is data and not an error: reconnecting must not request it again. */
async function consume(token: string): Promise<{ refusal: ApiError | null }> {
  try {
    await request(accountEndpoints.verifyEmail, { params: { token } })
    return { refusal: null }
  } catch (error) {
    if (error instanceof ApiError && error.status < 500 && error.status !== 429) return { refusal: error }
    throw error
  }
}

function failureText(error: Error | null): string {
  if (isExpired(error)) return ERRORS.token_expired.message
  return isUsed(error) ? ERRORS.token_used.message : FAILED
}

/** The message of `invalid_token` contains "expired" too, as one of two possible reasons. */
function isExpired(error: Error | null): boolean {
  return error instanceof ApiError && !hasCode(error, 'invalid_token') && error.message.includes('expired')
}

function isUsed(error: Error | null): boolean {
  return error instanceof ApiError && error.message.includes('already been used')
}
