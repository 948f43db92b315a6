import { AROUND_ROWS } from '@called-it/shared/contract/leaderboards'
import { toPointsRows } from '../../lib/live/board-rows.ts'
import { LoadFailed } from '../../ui/load-failed.tsx'
import { PointsTable } from '../../ui/points-table.tsx'
import { Loading, SkeletonBlocks } from '../../ui/skeleton.tsx'
import styles from './show-board.module.css'
import { type BoardPart, useBoardPart } from './use-board-part.ts'

type AroundMeProps = {
  showId: number
  part: Extract<BoardPart, 'around' | 'tour-around'>
  revision: number
}

/** The rows above and below the current fan's, and those of followed players. */
export function AroundMe({ showId, part, revision }: AroundMeProps) {
  const { ref, board, shown } = useBoardPart(showId, part, revision)
  return (
    <div ref={ref} className="apart">
      <h3 className={styles.heading}>around me</h3>
      {shown ? (
        <PointsTable caption="around me" rows={toPointsRows(shown.rows, shown.followed)} />
      ) : board.isError ? (
        <LoadFailed title="The players around you could not be loaded." onRetry={board.refetch} />
      ) : (
        <Loading label="Loading the players around you...">
          <SkeletonBlocks count={2 * AROUND_ROWS + 1} height="45px" />
        </Loading>
      )}
    </div>
  )
}
