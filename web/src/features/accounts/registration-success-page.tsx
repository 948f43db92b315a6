import { useSearchParams } from 'react-router-dom'
import { paths } from '../../lib/paths.ts'
import { ButtonLink } from '../../ui/button-link.tsx'
import styles from './account-form.module.css'
import { AccountPage } from './account-form.tsx'
import { SpamWarning } from './spam-warning.tsx'
import { useGoOn } from './use-go-on.ts'

export function RegistrationSuccessPage() {
  const [search] = useSearchParams()
  useGoOn()
  const email = search.get('email')
  return (
    <AccountPage
      title="almost there"
      lead={
        email ? (
          <>
            We have sent a verification email to <strong className="anywhere">{email}</strong>.
          </>
        ) : (
          'We have sent you a verification email.'
        )
      }
    >
      <SpamWarning />
      <ol className={styles.steps}>
        <li>Check your email, and the spam folder too.</li>
        <li>Click the verification link in it.</li>
        <li>Then log in and pick your first setlist.</li>
      </ol>
      <div className="buttons">
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
