import type { LeaderboardEntry } from '@called-it/shared/contract/leaderboards'
import clsx from 'clsx'
import { useCurrentUserScore } from '../../lib/account/current-user-score.ts'
import { useCurrentUser } from '../../lib/account/session.ts'
import { useBoard } from '../../lib/shows/boards.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { NotLoaded } from '../../ui/not-loaded.tsx'
import { AroundMe } from './around-me.tsx'
import styles from './board.module.css'
import { BoardTable } from './board-table.tsx'
import { CurrentUserStanding } from './current-user-standing.tsx'
import { MorePlayers } from './more-players.tsx'
import { useFurtherRows } from './use-further-rows.ts'

type BoardProps = {
  board: number
  emptyText: string
}

export function Board({ board, emptyText }: BoardProps) {
  const { data, isError, refetch } = useBoard(board)
  const firstPage = data?.leaderboard ?? []
  const further = useFurtherRows(board, firstPage)
  const rows = [...firstPage, ...further.rows]
  const currentUserRow = useCurrentUserRow(board, rows)

  if (!data || currentUserRow === undefined) {
    const query = { isError: isError && !data, refetch }
    return <NotLoaded what="the leaderboard" query={query} blocks={[10, '48px']} />
  }
  if (rows.length === 0) {
    return <EmptyState title={emptyText}>Players appear here as soon as a show is scored.</EmptyState>
  }
  const hidden = data.total - rows.length
  return (
    <div className={styles.board}>
      <div className={styles.standings}>
        <BoardTable rows={rows} currentUserRow={currentUserRow} />
        {hidden > 0 && <MorePlayers hidden={hidden} {...further} onShow={further.showMore} />}
      </div>
      <div className={clsx(currentUserRow === null && styles.sticks)}>
        <CurrentUserStanding row={currentUserRow} rows={rows} players={data.total} />
      </div>
      <AroundMe board={board} />
    </div>
  )
}

/**
 * The user's row among the rows, or one built from their score; null for a visitor and before the first score, undefined
 * while it is unknown: it decides the height of what is above the board.
 */
function useCurrentUserRow(
  board: number,
  rows: readonly LeaderboardEntry[],
): LeaderboardEntry | null | undefined {
  const { user, isPending } = useCurrentUser()
  const { data, isLoading, failureCount } = useCurrentUserScore(board)
  if (isPending) return undefined
  if (!user) return null
  const listed = rows.find(({ userId }) => userId === user.id)
  if (listed) return listed
  if (isLoading && failureCount === 0) return undefined
  if (!data || data.rank === null || data.showsParticipated === 0) return null
  return {
    rank: data.rank,
    userId: user.id,
    userName: user.display_name,
    avatar: user.avatar_path,
    showsParticipated: data.showsParticipated,
    bestScore: data.bestScore,
    totalScore: data.totalScore,
  }
}
