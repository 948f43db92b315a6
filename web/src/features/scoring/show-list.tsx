import { useRuns } from '../../lib/api/runs.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { LoadFailed } from '../../ui/load-failed.tsx'
import { Loading, SkeletonBlocks } from '../../ui/skeleton.tsx'
import { useTourShows } from './show-queries.ts'
import { ShowRow } from './show-row.tsx'

export function ShowList({ tourId }: { tourId: number | null }) {
  const shows = useTourShows(tourId)
  const runs = useRuns()
  if (shows.isPending) {
    return (
      <Loading label="Loading shows...">
        <SkeletonBlocks count={3} height="72px" />
      </Loading>
    )
  }
  if (shows.isError) return <LoadFailed title="The shows could not be loaded." onRetry={shows.refetch} />
  if (shows.data.length === 0) {
    return (
      <EmptyState
        title={tourId === null ? 'Every show is on a tour.' : 'No shows assigned to this tour yet.'}
      />
    )
  }
  return (
    <ul className="stack-2">
      {shows.data.map((show) => (
        <ShowRow key={show.id} show={show} runs={runs.data?.runs} />
      ))}
    </ul>
  )
}
