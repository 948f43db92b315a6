import clsx from 'clsx'
import { useSearchParams } from 'react-router-dom'
import { useCurrentUser } from '../../lib/account/session.ts'
import { paths } from '../../lib/paths.ts'
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
    <Page title="points and picks">
      <div className={clsx(styles.head, 'buttons')}>
        <h1>points and picks</h1>
        <ButtonLink to={paths.practiceShows}>practice</ButtonLink>
      </div>
      <Tabs
        label="points and picks"
        value={tab}
        onValueChange={(chosen) =>
          setSearch(chosen === 'scorecard' ? {} : { tab: chosen }, { replace: true })
        }
        tabs={[
          { value: 'scorecard', label: 'my scorecard', panel: <Scorecard /> },
          { value: 'picks', label: 'my setlist picks', panel: <Picks /> },
          { value: 'history', label: 'my history', panel: <History /> },
        ]}
      />
    </Page>
  )
}

function Scorecard() {
  const { user } = useCurrentUser()
  return (
    <Card heading="Your Scorecard">
      {user === null ? (
        <EmptyState
          title="Please log in to view your scorecard."
          action={
            <ButtonLink variant="main" to={paths.login}>
              log in
            </ButtonLink>
          }
        />
      ) : (
        <TourChoice skeleton={<TourScoreSkeleton />} renderTour={(tour) => <TourScore tour={tour} />} />
      )}
    </Card>
  )
}
