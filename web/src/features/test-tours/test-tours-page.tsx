import { tourEndpoints } from '@called-it/shared/contract/tours'
import { useMutation } from '@tanstack/react-query'
import { ApiError, request } from '../../lib/api/api.ts'
import { longDate } from '../../lib/shows/show-date.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Page } from '../../ui/page.tsx'
import styles from './test-tours.module.css'

const TOUR_ID = 1

/** A page to check by hand that the API returns the shows of a tour. */
export function TestToursPage() {
  const { data: shows, ...fetching } = useMutation({
    mutationFn: async () =>
      (await request(tourEndpoints.listTourShows, { params: { tourId: TOUR_ID } })).shows,
  })
  return (
    <Page title="test tours" hasSections>
      <h1>test tours</h1>
      <div>
        <Button variant="main" busy={fetching.isPending} onClick={() => fetching.mutate()}>
          Fetch Tour {TOUR_ID} Shows
        </Button>
      </div>
      {fetching.isError && (
        <Notice tone="danger" role="alert">
          Error fetching shows: {statusOf(fetching.error)}
        </Notice>
      )}
      {shows && (
        <Card heading="shows" note={shows.length}>
          {shows.length === 0 && <EmptyState title="Tour 1 has no shows." />}
          <ul className={styles.shows}>
            {shows.map((show) => (
              <li key={show.id} className={styles.show}>
                <p className="semibold">{show.venue}</p>
                <p className="soft small">
                  {longDate(show.showdate)} · {[show.city, show.state].filter(Boolean).join(', ')}
                </p>
                <p className="tabular small">
                  show id {show.id} · is scored: {show.is_scored ? 'yes' : 'no'}
                </p>
              </li>
            ))}
          </ul>
        </Card>
      )}
    </Page>
  )
}

function statusOf(error: Error): string {
  return error instanceof ApiError ? String(error.status) : 'no answer'
}
