import { useState } from 'react'
import { paths } from '../../lib/paths.ts'
import { useCurrentUser } from '../../lib/session.ts'
import { useTours } from '../../lib/tours.ts'
import { ButtonLink } from '../../ui/button-link.tsx'
import { Card } from '../../ui/card.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { LoadFailed } from '../../ui/load-failed.tsx'
import { Loading, Skeleton } from '../../ui/skeleton.tsx'
import { Tabs } from '../../ui/tabs.tsx'
import styles from './scorecard.module.css'
import { TourScore, TourScoreSkeleton } from './tour-score.tsx'

export function Scorecard() {
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
        <TourScores />
      )}
    </Card>
  )
}

function TourScores() {
  const tours = useTours()
  const [chosen, setChosen] = useState<string | null>(null)

  if (tours.isPending) {
    return (
      <Loading label="Loading tours..." className={styles.loading}>
        <Skeleton width="18rem" height="52px" shape="pill" />
        <TourScoreSkeleton />
      </Loading>
    )
  }
  if (tours.isError) return <LoadFailed title="The tours could not be loaded." onRetry={tours.refetch} />
  const [first] = tours.data
  if (!first) {
    return (
      <EmptyState title="No tour data available">
        No tours found in the database. Check back later.
      </EmptyState>
    )
  }
  return (
    <Tabs
      label="tours"
      value={chosen ?? String(first.id)}
      onValueChange={setChosen}
      tabs={tours.data.map((tour) => ({
        value: String(tour.id),
        label: tour.name,
        panel: <TourScore tour={tour} />,
      }))}
    />
  )
}
