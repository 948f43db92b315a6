import { EmptyState } from '../../ui/empty-state.tsx'
import { LoadFailed } from '../../ui/load-failed.tsx'
import { type PointsRow, PointsTable } from '../../ui/points-table.tsx'
import { Loading, SkeletonBlocks } from '../../ui/skeleton.tsx'

type FollowedTableProps = {
  /** Those around the current fan too, which are left out. */
  rows: readonly PointsRow[] | undefined
  query: { isError: boolean; refetch: () => unknown }
}

/** The current fan and followed players, with their ranks among everybody. */
export function FollowedTable({ rows, query }: FollowedTableProps) {
  const shown = rows?.filter(({ isOwn, isFollowed }) => isOwn || isFollowed)
  if (shown?.some(({ isFollowed }) => isFollowed)) {
    return (
      <PointsTable
        caption="players you follow"
        rows={shown}
        ownRow={shown.find(({ isOwn }) => isOwn) ?? null}
      />
    )
  }
  if (shown) {
    return (
      <EmptyState title="Nobody you follow is here.">
        Tap a name on any board and follow them: then you see how they do.
      </EmptyState>
    )
  }
  if (query.isError) {
    return <LoadFailed title="The players you follow could not be loaded." onRetry={query.refetch} />
  }
  return (
    <Loading label="Loading the players you follow...">
      <SkeletonBlocks count={5} height="48px" />
    </Loading>
  )
}
