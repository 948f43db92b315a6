import { Ticket } from 'lucide-react'
import { useCurrentUser } from '../../lib/account/session.ts'
import { paths } from '../../lib/paths.ts'
import { Rich } from '../../lib/words/rich.tsx'
import { t } from '../../lib/words/texts.ts'
import { Banner } from '../../ui/banner.tsx'
import { ButtonLink } from '../../ui/button-link.tsx'
import styles from './sign-up-banner.module.css'

export function SignUpBanner() {
  const { user } = useCurrentUser()
  if (user !== null) return null
  return (
    <Banner
      kind="play along"
      label={t('home.play-along')}
      Icon={Ticket}
      words={
        <p>
          <Rich id="home.call-it" more={(words) => <span className={styles.more}>{words}</span>} />
        </p>
      }
      actions={
        <>
          <ButtonLink to={paths.login} variant="quiet" className={styles.logIn}>
            {t('home.log-in')}
          </ButtonLink>
          <ButtonLink to={paths.register}>{t('home.sign-up')}</ButtonLink>
        </>
      }
    />
  )
}
