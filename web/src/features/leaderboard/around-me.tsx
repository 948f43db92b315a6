import { type BoardAround, GLOBAL_BOARD, leaderboardEndpoints } from '@called-it/shared/contract/leaderboards'
import { useQuery } from '@tanstack/react-query'
import { useCurrentUser } from '../../lib/account/session.ts'
import { request } from '../../lib/api/api.ts'
import { queryKeys } from '../../lib/api/query-keys.ts'
import { useRefetchSoon } from '../../lib/events/use-refetch-soon.ts'
import { useServerEvent } from '../../lib/events/use-server-event.ts'
import { Disclosure } from '../../ui/disclosure.tsx'
import { LoadFailed } from '../../ui/load-failed.tsx'
import { PointsTable } from '../../ui/points-table.tsx'
import { Loading, SkeletonBlocks } from '../../ui/skeleton.tsx'
import styles from './around-me.module.css'

/** The rows above and below the current fan's, and those of followed players; asked for when it is opened. */
export function AroundMe({ board }: { board: number }) {
  const { user } = useCurrentUser()
  if (!user) return null
  return (
    <div className="apart">
      <Disclosure title="around me">
        <Rows key={board} board={board} userId={user.id} />
      </Disclosure>
    </div>
  )
}

function Rows({ board, userId }: { board: number; userId: number }) {
  const queryKey = queryKeys.around(board)
  const refetchSoon = useRefetchSoon(queryKey)
  useServerEvent('leaderboard:changed', (event) => {
    if (event.board === board) refetchSoon()
  })
  useServerEvent('users:deleted', refetchSoon)
  const { data, isError, refetch } = useQuery<BoardAround>({
    queryKey,
    refetchOnMount: 'always',
    queryFn: ({ signal }) =>
      board === GLOBAL_BOARD
        ? request(leaderboardEndpoints.getOwnScoreAround, { signal })
        : request(leaderboardEndpoints.getOwnTourScoreAround, { params: { tourId: board }, signal }),
  })
  if (data?.rows.length === 0) {
    return (
      <p className="soft small">
        Your row appears here after your first scored show, and so do players whom you follow.
      </p>
    )
  }
  if (data) {
    const rows = data.rows.map((row) => ({
      player: String(row.userId),
      userId: row.userId,
      rank: row.rank,
      name: row.userName,
      total: row.totalScore,
      isOwn: row.userId === userId,
      isFollowed: data.followed.includes(row.userId),
    }))
    return (
      <div className={styles.rows}>
        <PointsTable caption="around me" rows={rows} />
      </div>
    )
  }
  if (isError) return <LoadFailed title="The players around you could not be loaded." onRetry={refetch} />
  return (
    <Loading label="Loading the players around you...">
      <SkeletonBlocks count={5} height="48px" />
    </Loading>
  )
}
