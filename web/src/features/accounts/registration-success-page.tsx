import { PRODUCT } from '@called-it/shared/contract/site'
import clsx from 'clsx'
import { useSearchParams } from 'react-router-dom'
import { paths } from '../../lib/paths.ts'
import { t } from '../../lib/words/texts.ts'
import { ButtonLink } from '../../ui/button-link.tsx'
import { CheckMailPage } from './check-mail-page.tsx'
import styles from './registration-success-page.module.css'
import { useFollowRegistration } from './use-follow-registration.ts'
import { useGoOn } from './use-go-on.ts'

export function RegistrationSuccessPage() {
  const [search] = useSearchParams()
  useGoOn({ hasLoggedIn: useFollowRegistration({}), withSession: true })
  return (
    <CheckMailPage
      email={search.get('email')}
      buttons={
        <>
          <ButtonLink to={paths.login}>{t('account.log-in')}</ButtonLink>
          <ButtonLink to={paths.resendVerification} variant="quiet">
            {t('account.resend-mail')}
          </ButtonLink>
        </>
      }
    >
      <ol className={clsx(styles.steps, 'stack-3')}>
        <li>
          <b>{t('account.step-mail')}</b>
          <span className="soft small">{t('account.step-from', { product: PRODUCT })}</span>
        </li>
        <li>
          <b>{t('account.step-click')}</b>
          <span className="soft small">{t('account.step-device')}</span>
        </li>
        <li>
          <b>{t('account.step-log-in')}</b>
          <span className="soft small">{t('account.step-auto')}</span>
        </li>
      </ol>
    </CheckMailPage>
  )
}
