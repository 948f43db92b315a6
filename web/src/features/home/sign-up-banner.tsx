import { Ticket } from 'lucide-react'
import { paths } from '../../lib/paths.ts'
import { useCurrentUser } from '../../lib/session.ts'
import { ButtonLink } from '../../ui/button-link.tsx'
import styles from './sign-up-banner.module.css'

/** For visitors, sticky at the bottom of the page. */
export function SignUpBanner() {
  const { user } = useCurrentUser()
  if (user !== null) return null
  return (
    <aside aria-label="play along" className={styles.banner}>
      <Ticket aria-hidden className={styles.icon} />
      <p className={styles.words}>
        <b>think you can call it?</b> <span>picking a setlist is for those who have signed up.</span>
      </p>
      <div className={styles.links}>
        <ButtonLink to={paths.login} variant="quiet" className={styles.logIn}>
          log in
        </ButtonLink>
        <ButtonLink to={paths.register} variant="main">
          sign up
        </ButtonLink>
      </div>
    </aside>
  )
}
