import { type LiveShow, TOP_ROWS } from '@called-it/shared/contract/live-shows'
import { unpackHistogram } from '@called-it/shared/game/live/histogram'
import { rankByTotal } from '@called-it/shared/game/standings'
import { NAMELESS_FAN } from '../../lib/account/nameless-fan.ts'
import { useCurrentUser } from '../../lib/account/session.ts'
import { namelessKey, toPointsRows } from '../../lib/live/board-rows.ts'
import { useSystemCards, withSystemRows } from '../../lib/live/system-cards.ts'
import { NotLoaded } from '../../ui/not-loaded.tsx'
import { PointsTable } from '../../ui/points-table.tsx'
import { AroundMe } from './around-me.tsx'
import { useBoardPart } from './use-board-part.ts'

/** The ten of the newest event, with machine and crowd between them. */
export function TopTen({ showId, live }: { showId: number; live: LiveShow }) {
  const { user } = useCurrentUser()
  const { data: systemCards = [] } = useSystemCards(showId)
  const rankOf = rankByTotal(unpackHistogram(live.histogram))
  const rows = live.top.map(([total, id, name], index) => ({
    player: id === null ? namelessKey(index) : String(id),
    userId: id,
    rank: rankOf(total),
    name: name ?? NAMELESS_FAN,
    total,
    isOwn: id !== null && id === user?.id,
  }))
  return <PointsTable caption="top ten of the show" rows={withSystemRows(rows, systemCards, live)} />
}

type TopTenOfTourProps = { showId: number; revision: number }

/** The board of the show's tour, were the show over now. */
export function TopTenOfTour({ showId, revision }: TopTenOfTourProps) {
  const { ref, board, shown } = useBoardPart(showId, 'tour', revision)
  return (
    <>
      <div ref={ref}>
        {shown ? (
          <PointsTable caption="top ten of the tour" rows={toPointsRows(shown.rows.slice(0, TOP_ROWS))} />
        ) : (
          <NotLoaded what="the board of the tour" query={board} blocks={[TOP_ROWS, '48px']} />
        )}
      </div>
      {shown?.own && shown.players > TOP_ROWS && (
        <AroundMe showId={showId} part="tour-around" revision={revision} />
      )}
    </>
  )
}
