import type { LeaderboardEntry } from '@called-it/shared/contract/leaderboards'
import clsx from 'clsx'
import { useId } from 'react'
import { useCurrentUserScore } from '../../lib/account/current-user-score.ts'
import { useCurrentUser } from '../../lib/account/session.ts'
import { paths } from '../../lib/paths.ts'
import { useBoard } from '../../lib/shows/boards.ts'
import { formatNumber } from '../../lib/words/format-number.ts'
import { t } from '../../lib/words/texts.ts'
import { ButtonLink } from '../../ui/button-link.tsx'
import { Card } from '../../ui/card.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Glow } from '../../ui/glow.tsx'
import { NotLoaded } from '../../ui/not-loaded.tsx'
import { AroundMe } from './around-me.tsx'
import styles from './board.module.css'
import { BoardTable } from './board-table.tsx'
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
    return <NotLoaded what={t('board.what')} query={query} blocks={[10, '48px']} />
  }
  if (rows.length === 0) {
    return <EmptyState title={emptyText}>{t('board.fills')}</EmptyState>
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

type CurrentUserStandingProps = {
  /** Null for a visitor and before the first score. */
  row: LeaderboardEntry | null
  rows: readonly LeaderboardEntry[]
  players: number
}

function CurrentUserStanding({ row, rows, players }: CurrentUserStandingProps) {
  const { user } = useCurrentUser()
  const headingId = useId()
  if (user === undefined) return null
  if (row === null) {
    return (
      <section aria-labelledby={headingId} className={clsx(styles.invitation, 'row-3')}>
        <div className="fills">
          <h2 id={headingId} className={styles.heading}>
            {t('board.your-name')}
          </h2>
          <p className="soft small">{t('board.one-show')}</p>
        </div>
        <ButtonLink variant={user ? 'plain' : 'main'} to={user ? paths.home : paths.register}>
          {t(user ? 'board.pick-setlist' : 'board.sign-up')}
        </ButtonLink>
      </section>
    )
  }
  return (
    <Card heading={t('board.your-place')} className={styles.poster}>
      <p className={styles.rank}>
        <Glow value={row.rank}>#{formatNumber(row.rank)}</Glow>{' '}
        <span className={styles.of}>{t('board.of', { players })}</span>
      </p>
      <p className={styles.words}>{describeNext(row, rows)}</p>
    </Card>
  )
}

/** Compares with the next player ahead, or for the leader the next behind, among the loaded rows. */
function describeNext(user: LeaderboardEntry, rows: readonly LeaderboardEntry[]): string {
  const next = rows.findLast(({ totalScore }) => totalScore > user.totalScore)
  if (user.rank === 1) {
    const chaser = rows.find(({ totalScore }) => totalScore < user.totalScore)
    if (!chaser) return t('board.unchased')
    return t('board.ahead', { points: user.totalScore - chaser.totalScore, name: chaser.userName })
  }
  if (!next) return t('board.so-far', { points: user.totalScore })
  return t('board.behind', { points: next.totalScore - user.totalScore, name: next.userName })
}
