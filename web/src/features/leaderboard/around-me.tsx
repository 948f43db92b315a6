import { type BoardAround, GLOBAL_BOARD, leaderboardEndpoints } from '@called-it/shared/contract/leaderboards'
import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { useCurrentUser } from '../../lib/account/session.ts'
import { request } from '../../lib/api/api.ts'
import { queryKeys } from '../../lib/api/query-keys.ts'
import { useRefetchSoon } from '../../lib/events/use-refetch-soon.ts'
import { useServerEvent } from '../../lib/events/use-server-event.ts'
import { Disclosure } from '../../ui/disclosure.tsx'
import { LoadFailed } from '../../ui/load-failed.tsx'
import { type PointsRow, PointsTable } from '../../ui/points-table.tsx'
import { Loading, SkeletonBlocks } from '../../ui/skeleton.tsx'
import styles from './around-me.module.css'
import { FollowedTable } from './followed-table.tsx'

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
  const { data: rows, isError, refetch } = useAround(board, userId)
  if (rows?.length === 0) {
    return (
      <p className="soft small">
        You show up here after your first scored show, with the players you follow.
      </p>
    )
  }
  if (rows) {
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

/** The current fan and followed players on a board. */
export function FollowedOfBoard({ board, userId }: { board: number; userId: number }) {
  const query = useAround(board, userId)
  return <FollowedTable rows={query.data} query={query} />
}

function useAround(board: number, userId: number): UseQueryResult<PointsRow[]> {
  const queryKey = queryKeys.around(board)
  const refetchSoon = useRefetchSoon(queryKey)
  useServerEvent('leaderboard:changed', (event) => {
    if (event.board === board) refetchSoon()
  })
  useServerEvent('users:deleted', refetchSoon)
  return useQuery({
    queryKey,
    refetchOnMount: 'always',
    queryFn: ({ signal }): Promise<BoardAround> =>
      board === GLOBAL_BOARD
        ? request(leaderboardEndpoints.getOwnScoreAround, { signal })
        : request(leaderboardEndpoints.getOwnTourScoreAround, { params: { tourId: board }, signal }),
    select: ({ rows, followed }) =>
      rows.map((row) => ({
        player: String(row.userId),
        userId: row.userId,
        rank: row.rank,
        name: row.userName,
        total: row.totalScore,
        isOwn: row.userId === userId,
        isFollowed: followed.includes(row.userId),
      })),
  })
}
