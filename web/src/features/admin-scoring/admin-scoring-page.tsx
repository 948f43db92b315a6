import { useState } from 'react'
import { useCurrentUser } from '../../lib/session.ts'
import { dateRange } from '../../lib/show-date.ts'
import { useTours } from '../../lib/tours.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Page } from '../../ui/page.tsx'
import { Loading, Skeleton } from '../../ui/skeleton.tsx'
import { Tabs } from '../../ui/tabs.tsx'
import styles from './admin-scoring.module.css'
import { ShowList } from './show-list.tsx'
import { TourStandings } from './tour-standings.tsx'

/** Where admins score shows. */
export function AdminScoringPage() {
  const { user } = useCurrentUser()
  const tours = useTours()
  const [chosenId, setChosenId] = useState<number | null>(null)
  const [tab, setTab] = useState<'shows' | 'leaderboard'>('shows')
  const tour = tours.data?.find(({ id }) => id === chosenId) ?? tours.data?.[0]

  if (user && !user.is_admin) {
    return (
      <Page title="score management">
        <EmptyState title="Admin access required to view this page." />
      </Page>
    )
  }
  return (
    <Page title="score management" className={styles.page}>
      <h1>Score Management</h1>
      {tours.isPending && (
        <Loading label="Loading tours..." className={styles.tours}>
          <Skeleton height="96px" shape="block" />
          <Skeleton height="96px" shape="block" />
          <Skeleton height="96px" shape="block" />
        </Loading>
      )}
      {tours.isError && (
        <EmptyState
          drawing="unplugged"
          title="The tours could not be loaded."
          action={<Button onClick={() => void tours.refetch()}>try again</Button>}
        />
      )}
      <ul className={styles.tours} aria-label="tours">
        {tours.data?.map(({ id, name, start_date, end_date, description }) => (
          <li key={id}>
            <button
              type="button"
              className={styles.tour}
              aria-pressed={id === tour?.id}
              onClick={() => setChosenId(id)}
            >
              <span className={styles.tourName}>{name}</span>
              <span className="soft small">{dateRange(start_date, end_date)}</span>
              {description && <span className="small">{description}</span>}
            </button>
          </li>
        ))}
      </ul>
      {tours.data?.length === 0 && <EmptyState title="No tours available." />}
      {tour && (
        <Card heading={tour.name}>
          <Tabs
            key={tour.id}
            label={tour.name}
            value={tab}
            onValueChange={setTab}
            tabs={[
              { value: 'shows', label: 'Shows', panel: <ShowList tourId={tour.id} /> },
              { value: 'leaderboard', label: 'Leaderboard', panel: <TourStandings tourId={tour.id} /> },
            ]}
          />
        </Card>
      )}
    </Page>
  )
}
