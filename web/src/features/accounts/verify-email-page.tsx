import { accountEndpoints } from '@called-it/shared/contract/accounts'
import { ERRORS } from '@called-it/shared/contract/errors'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useNavigate, useParams } from 'react-router'
import { call, hasCode } from '../../lib/api.ts'
import { paths } from '../../lib/paths.ts'
import { ButtonLink } from '../../ui/button-link.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import styles from './account-form.module.css'
import { AccountPage } from './account-form.tsx'

const REDIRECT_AFTER_MS = 3000

const FAILED = 'There was an error verifying your email. The verification link may be invalid.'

/** Consumes the link's token. The page does it, not the address, so that a mail scanner cannot burn it. */
export function VerifyEmailPage() {
  const { token = '' } = useParams()
  const navigate = useNavigate()
  const { isPending, isSuccess, error } = useQuery({
    queryKey: ['verify-email', token],
    queryFn: () => call(accountEndpoints.verifyEmail, { params: { token } }),
    enabled: token !== '',
    refetchOnReconnect: false,
    refetchOnMount: false,
  })

  useEffect(() => {
    if (!isSuccess) return
    const timer = setTimeout(() => navigate(paths.loginVerified, { replace: true }), REDIRECT_AFTER_MS)
    return () => clearTimeout(timer)
  }, [isSuccess, navigate])

  return (
    <AccountPage title="email verification">
      {isPending && token !== '' ? (
        <p role="status" className={styles.buttons}>
          <Spinner /> Verifying your email...
        </p>
      ) : (
        <Notice tone={isSuccess ? 'good' : 'danger'} role={isSuccess ? 'status' : 'alert'}>
          {isSuccess ? 'Your email has been verified. Taking you to the login...' : failureText(error)}
        </Notice>
      )}
      <div className={styles.buttons}>
        <ButtonLink to={isSuccess ? paths.loginVerified : paths.login} variant={isSuccess ? 'main' : 'plain'}>
          Go to Login
        </ButtonLink>
        {!isSuccess && !isPending && (
          <ButtonLink to={paths.resendVerification} variant="main">
            Resend Verification
          </ButtonLink>
        )}
      </div>
    </AccountPage>
  )
}

function failureText(error: Error | null): string {
  if (hasCode(error, 'token_expired')) return ERRORS.token_expired.message
  if (hasCode(error, 'token_used')) return `${ERRORS.token_used.message} You can log in with your account.`
  return FAILED
}
