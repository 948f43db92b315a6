import { AROUND_ROWS } from '@called-it/shared/contract/leaderboards'
import { toPointsRows } from '../../lib/live/board-rows.ts'
import { NotLoaded } from '../../ui/not-loaded.tsx'
import { PointsTable } from '../../ui/points-table.tsx'
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
      ) : (
        <NotLoaded what="the players around you" query={board} blocks={[2 * AROUND_ROWS + 1, '45px']} />
      )}
    </div>
  )
}
