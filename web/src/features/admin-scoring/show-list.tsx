import { useRuns } from '../../lib/runs.ts'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Loading, Skeleton } from '../../ui/skeleton.tsx'
import { useTourShows } from './admin-queries.ts'
import styles from './admin-scoring.module.css'
import { ShowRow } from './show-row.tsx'

/** The shows of a tour, or of none, newest first, each with what can be ordered for it. */
export function ShowList({ tourId }: { tourId: number | null }) {
  const shows = useTourShows(tourId)
  const runs = useRuns()
  if (shows.isPending) {
    return (
      <Loading label="Loading shows..." className={styles.shows}>
        <Skeleton height="72px" shape="block" />
        <Skeleton height="72px" shape="block" />
        <Skeleton height="72px" shape="block" />
      </Loading>
    )
  }
  if (shows.isError) {
    return (
      <EmptyState
        drawing="unplugged"
        title="The shows could not be loaded."
        action={<Button onClick={() => void shows.refetch()}>try again</Button>}
      />
    )
  }
  if (shows.data.length === 0) {
    return (
      <EmptyState
        title={tourId === null ? 'Every show is on a tour.' : 'No shows assigned to this tour yet.'}
      />
    )
  }
  return (
    <ul className={styles.shows}>
      {shows.data.map((show) => (
        <ShowRow key={show.id} show={show} runs={runs.data?.runs} />
      ))}
    </ul>
  )
}
