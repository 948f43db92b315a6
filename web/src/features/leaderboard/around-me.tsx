import { type BoardAround, GLOBAL_BOARD, leaderboardEndpoints } from '@called-it/shared/contract/leaderboards'
import { useQuery } from '@tanstack/react-query'
import { useCurrentUser } from '../../lib/account/session.ts'
import { request } from '../../lib/api/api.ts'
import { queryKeys } from '../../lib/api/query-keys.ts'
import { useRefetchSoon } from '../../lib/events/use-refetch-soon.ts'
import { useServerEvent } from '../../lib/events/use-server-event.ts'
import { t } from '../../lib/words/texts.ts'
import { Disclosure } from '../../ui/disclosure.tsx'
import { NotLoaded } from '../../ui/not-loaded.tsx'
import { PointsTable } from '../../ui/points-table.tsx'
import styles from './around-me.module.css'
import { FollowedTable } from './followed-table.tsx'

/** The rows above and below the current fan's, and those of followed players; asked for when it is opened. */
export function AroundMe({ board }: { board: number }) {
  const { user } = useCurrentUser()
  if (!user) return null
  return (
    <div>
      <Disclosure title={t('board.around')}>
        <AroundRows key={board} board={board} userId={user.id} />
      </Disclosure>
    </div>
  )
}

type AroundRowsProps = { board: number; userId: number; ofFollowed?: boolean }

/** @param ofFollowed without the rows around */
export function AroundRows({ board, userId, ofFollowed = false }: AroundRowsProps) {
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
  if (data?.rows.length === 0 && !ofFollowed) {
    return <p className="soft small">{t('board.around-none')}</p>
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
    if (ofFollowed) return <FollowedTable rows={rows} />
    return (
      <div className={styles.rows}>
        <PointsTable caption={t('board.around')} rows={rows} />
      </div>
    )
  }
  return <NotLoaded what={t('board.what-around')} query={{ isError, refetch }} blocks={[5, '48px']} />
}
