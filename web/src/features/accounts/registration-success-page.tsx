import { useSearchParams } from 'react-router-dom'
import { paths } from '../../lib/paths.ts'
import { ButtonLink } from '../../ui/button-link.tsx'
import { Notice } from '../../ui/notice.tsx'
import styles from './account-form.module.css'
import { AccountPage } from './account-form.tsx'
import { SPAM_WARNING } from './spam-warning.ts'

export function RegistrationSuccessPage() {
  const [search] = useSearchParams()
  const email = search.get('email')
  return (
    <AccountPage
      title="almost there"
      lead={
        email ? (
          <>
            We have sent a verification email to <strong className={styles.address}>{email}</strong>.
          </>
        ) : (
          'We have sent you a verification email.'
        )
      }
    >
      <Notice tone="warning">{SPAM_WARNING}</Notice>
      <ol className={styles.steps}>
        <li>Check your email, and the spam folder too.</li>
        <li>Click the verification link in it.</li>
        <li>Then log in and pick your first setlist.</li>
      </ol>
      <div className={styles.buttons}>
        <ButtonLink to={paths.login} variant="main">
          log in
        </ButtonLink>
        <ButtonLink to={paths.resendVerification} variant="quiet">
          resend the email
        </ButtonLink>
      </div>
    </AccountPage>
  )
}
