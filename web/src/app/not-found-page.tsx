import { paths } from '../lib/paths.ts'
import { t } from '../lib/words/texts.ts'
import { ButtonLink } from '../ui/button-link.tsx'
import { Page } from '../ui/page.tsx'
import { StageCard } from '../ui/stage-card.tsx'
import styles from './not-found-page.module.css'

export function NotFoundPage() {
  return (
    <Page title={`404 ${t('site.not-found')}`} width="narrow">
      <StageCard className={styles.poster}>
        <h1 className={styles.heading}>
          <span className={styles.number}>404</span> {t('site.not-found')}
        </h1>
        <p>{t('site.empty-stage')}</p>
        <ButtonLink to={paths.home} variant="main">
          {t('site.back-home')}
        </ButtonLink>
      </StageCard>
    </Page>
  )
}
