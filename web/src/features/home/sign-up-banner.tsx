import { Ticket } from 'lucide-react'
import { useCurrentUser } from '../../lib/account/session.ts'
import { paths } from '../../lib/paths.ts'
import { Banner } from '../../ui/banner.tsx'
import { ButtonLink } from '../../ui/button-link.tsx'
import styles from './sign-up-banner.module.css'

export function SignUpBanner() {
  const { user } = useCurrentUser()
  if (user !== null) return null
  return (
    <Banner
      label="play along"
      Icon={Ticket}
      words={
        <p>
          <b>think you can call it?</b>{' '}
          <span className={styles.more}>picking a setlist is for those who have signed up.</span>
        </p>
      }
      actions={
        <>
          <ButtonLink to={paths.login} variant="quiet" className={styles.logIn}>
            log in
          </ButtonLink>
          <ButtonLink to={paths.register}>sign up</ButtonLink>
        </>
      }
    />
  )
}
