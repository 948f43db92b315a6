import type { LeaderboardEntry } from '@called-it/shared/contract/leaderboards'
import { type Medal as MedalKind, medal } from '@called-it/shared/game/standings'
import type { PlainId } from '@called-it/shared/languages/translate'
import clsx from 'clsx'
import { Crown, Medal } from 'lucide-react'
import type { ReactNode } from 'react'
import { useAnimatedRows } from '../../lib/hooks/use-animated-rows.ts'
import { t } from '../../lib/words/texts.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { Glow } from '../../ui/glow.tsx'
import { ownRow, PLAYERS, PlayerName } from '../../ui/player-rows.tsx'
import { RankMove } from '../../ui/rank-move.tsx'
import { followRowLink, Table, type TableColumn } from '../../ui/table.tsx'
import styles from './board-table.module.css'

type BoardTableProps = {
  rows: readonly LeaderboardEntry[]
  /** Always in view: sticks to the edge, and comes last where `rows` do not have it. */
  currentUserRow: LeaderboardEntry | null
}

export function BoardTable({ rows, currentUserRow }: BoardTableProps) {
  const bodyRef = useAnimatedRows(rows.map(({ userId }) => userId))
  const isCurrentUser = ({ userId }: LeaderboardEntry) => userId === currentUserRow?.userId
  const columns: readonly TableColumn<LeaderboardEntry>[] = [
    { header: t('board.rank'), cellClassName: () => styles.rank, cell: ({ rank }) => <Rank rank={rank} /> },
    {
      header: t('board.player'),
      isRowHeader: true,
      cell: (row) => (
        <BoardPlayer row={row} isCurrentUser={isCurrentUser(row)}>
          <RankMove rank={row.rank} />
        </BoardPlayer>
      ),
    },
    {
      header: t('board.shows'),
      className: styles.number,
      cell: ({ showsParticipated }) => <Glow value={showsParticipated} />,
    },
    {
      header: t('board.best-show'),
      className: styles.number,
      cell: ({ bestScore }) => <Glow value={bestScore} />,
    },
    {
      header: t('board.total'),
      className: styles.number,
      cellClassName: () => styles.total,
      cell: ({ totalScore }) => <Glow value={totalScore} />,
    },
  ]
  return (
    <Table
      caption={t('board.leaders')}
      className={clsx(PLAYERS, styles.table)}
      columns={columns}
      rows={rows}
      footRows={currentUserRow && !rows.some(isCurrentUser) ? [currentUserRow] : []}
      rowKey={({ userId }) => userId}
      rowProps={(row) => ({
        className: clsx(medalClass(row.rank), isCurrentUser(row) && ownRow(true)),
        'data-player': row.userId,
        onClick: followRowLink,
      })}
      bodyRef={bodyRef}
    />
  )
}

const MEDALS: Record<MedalKind, { label: PlainId; Icon: typeof Crown; className: string | undefined }> = {
  crown: { label: 'board.crown', Icon: Crown, className: styles.gold },
  silver: { label: 'board.silver', Icon: Medal, className: styles.silver },
  bronze: { label: 'board.bronze', Icon: Medal, className: styles.bronze },
}

function medalClass(rank: number): string | undefined {
  const kind = medal(rank)
  return kind ? clsx(styles.leading, MEDALS[kind].className) : undefined
}

function Rank({ rank }: { rank: number }) {
  const kind = medal(rank)
  const mark = kind && MEDALS[kind]
  return (
    <span className={clsx(styles.place, 'row')}>
      <Glow value={rank} />
      {mark && <mark.Icon role="img" aria-label={t(mark.label)} className={styles.medal} />}
    </span>
  )
}

type BoardPlayerProps = {
  row: Pick<LeaderboardEntry, 'userId' | 'userName' | 'avatar'>
  isCurrentUser: boolean
  children?: ReactNode
}

export function BoardPlayer({
  row: { userId, userName, avatar },
  isCurrentUser,
  children,
}: BoardPlayerProps) {
  return (
    <span className={clsx(styles.player, 'row')}>
      <Avatar name={userName} image={avatar} letters="start" size={32} />
      <PlayerName userId={userId} name={userName} isOwn={isCurrentUser} className={styles.name}>
        {children}
      </PlayerName>
    </span>
  )
}
