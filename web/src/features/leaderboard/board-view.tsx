import type { LeaderboardEntry } from '@called-it/shared/contract/leaderboards'
import { useBoard } from '../../lib/boards.ts'
import { useCurrentUser } from '../../lib/session.ts'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Loading, Skeleton } from '../../ui/skeleton.tsx'
import { BoardTable } from './board-table.tsx'
import styles from './leaderboard.module.css'
import { useOwnScore } from './own-score.ts'

const SKELETON_ROWS = Array.from({ length: 8 }, (_, index) => index)

type BoardProps = {
  /** A tour's id, or GLOBAL_BOARD. */
  board: number
  emptyText: string
}

/** A board with the fan's own place, kept current while it is looked at. */
export function Board({ board, emptyText }: BoardProps) {
  const { data, isPending, isError, refetch } = useBoard(board)
  const own = useOwnRow(board, data?.leaderboard ?? [])

  if (isPending) {
    return (
      <Loading label="Loading leaderboard..." className={styles.loading}>
        {SKELETON_ROWS.map((row) => (
          <Skeleton key={row} height="44px" shape="block" />
        ))}
      </Loading>
    )
  }
  if (isError) {
    return (
      <EmptyState
        drawing="unplugged"
        title="The leaderboard could not be loaded."
        action={<Button onClick={() => void refetch()}>try again</Button>}
      />
    )
  }
  if (data.leaderboard.length === 0) {
    return <EmptyState title={emptyText}>Players appear here as soon as a show is scored.</EmptyState>
  }
  const hidden = data.total - data.leaderboard.length
  return (
    <>
      <BoardTable rows={data.leaderboard} own={own} />
      {hidden > 0 && <p className="soft small">and {hidden.toLocaleString('en-US')} more players</p>}
    </>
  )
}

/** The fan's row: the one on the page if there is one, else made of the fan's own score. */
function useOwnRow(board: number, rows: readonly LeaderboardEntry[]): LeaderboardEntry | null {
  const { user } = useCurrentUser()
  const { data } = useOwnScore(board)
  if (!user) return null
  const onPage = rows.find(({ userId }) => userId === user.id)
  if (onPage) return onPage
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
