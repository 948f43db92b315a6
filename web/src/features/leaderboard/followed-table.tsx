import { EmptyState } from '../../ui/empty-state.tsx'
import { type PointsRow, PointsTable } from '../../ui/points-table.tsx'

/** Of rows of a board those of the current fan and of followed players, with their ranks among everybody. */
export function FollowedTable({ rows }: { rows: readonly PointsRow[] }) {
  if (!rows.some(({ isFollowed }) => isFollowed)) {
    return (
      <EmptyState title="Nobody you follow is here.">
        Tap a name on any board and follow them: then you see how they do.
      </EmptyState>
    )
  }
  const shown = rows.filter(({ isOwn, isFollowed }) => isOwn || isFollowed)
  const ownRow = shown.find(({ isOwn }) => isOwn) ?? null
  return <PointsTable caption="players you follow" rows={shown} ownRow={ownRow} />
}
