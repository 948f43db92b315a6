import clsx from 'clsx'
import { useSearchParams } from 'react-router-dom'
import { useCurrentUser } from '../../lib/account/session.ts'
import { paths } from '../../lib/paths.ts'
import { t } from '../../lib/words/texts.ts'
import { ButtonLink } from '../../ui/button-link.tsx'
import { Card } from '../../ui/card.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Page } from '../../ui/page.tsx'
import { Tabs } from '../../ui/tabs.tsx'
import { History } from './history.tsx'
import styles from './my-predictions.module.css'
import { Picks } from './picks.tsx'
import { TourChoice } from './tour-choice.tsx'
import { TourScore, TourScoreSkeleton } from './tour-score.tsx'

/** The tab is in the address, so that going back returns to it. */
export function MyPredictionsPage() {
  const [search, setSearch] = useSearchParams()
  const wanted = search.get('tab')
  const tab = wanted === 'picks' || wanted === 'history' ? wanted : 'scorecard'
  return (
    <Page title={t('mine.title')}>
      <div className={clsx(styles.head, 'buttons')}>
        <h1>{t('mine.title')}</h1>
        <ButtonLink to={paths.practiceShows}>{t('mine.practice')}</ButtonLink>
      </div>
      <Tabs
        label={t('mine.title')}
        value={tab}
        onValueChange={(chosen) =>
          setSearch(chosen === 'scorecard' ? {} : { tab: chosen }, { replace: true })
        }
        tabs={[
          { value: 'scorecard', label: t('mine.tab-scorecard'), panel: <Scorecard /> },
          { value: 'picks', label: t('mine.tab-picks'), panel: <Picks /> },
          { value: 'history', label: t('mine.tab-history'), panel: <History /> },
        ]}
      />
    </Page>
  )
}

function Scorecard() {
  const { user } = useCurrentUser()
  return (
    <Card heading={t('mine.scorecard')}>
      {user === null ? (
        <EmptyState
          title={t('mine.log-in-first')}
          action={
            <ButtonLink variant="main" to={paths.login}>
              {t('mine.log-in')}
            </ButtonLink>
          }
        />
      ) : (
        <TourChoice skeleton={<TourScoreSkeleton />} renderTour={(tour) => <TourScore tour={tour} />} />
      )}
    </Card>
  )
}
