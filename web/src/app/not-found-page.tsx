import { paths } from '../lib/paths.ts'
import { ButtonLink } from '../ui/button-link.tsx'
import { Page } from '../ui/page.tsx'
import { StageCard } from '../ui/stage-card.tsx'
import styles from './not-found-page.module.css'

export function NotFoundPage() {
  return (
    <Page title="404 Page Not Found" width="narrow">
      <StageCard className={styles.poster}>
        <h1 className={styles.heading}>
          <span className={styles.number}>404</span> Page Not Found
        </h1>
        <p>Nobody called this one. The address leads to an empty stage.</p>
        <ButtonLink to={paths.home} variant="main">
          back home
        </ButtonLink>
      </StageCard>
    </Page>
  )
}
