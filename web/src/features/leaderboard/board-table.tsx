import type { LeaderboardEntry } from '@called-it/shared/contract/leaderboards'
import clsx from 'clsx'
import { Crown, Medal } from 'lucide-react'
import { Avatar } from '../../ui/avatar.tsx'
import { Glow } from '../../ui/glow.tsx'
import styles from './leaderboard.module.css'
import { useTravellingRows } from './use-travelling-rows.ts'

type BoardTableProps = {
  rows: readonly LeaderboardEntry[]
  /** The fan's own row; it stands below the others where it is not among them. */
  own: LeaderboardEntry | null
}

/** The rows of a board. Those that move travel to their new place, and numbers that changed glow. */
export function BoardTable({ rows, own }: BoardTableProps) {
  const ownIsHidden = own !== null && !rows.some(({ userId }) => userId === own.userId)
  const body = useTravellingRows(rows.map(({ userId }) => userId))
  return (
    <table className={styles.table}>
      <thead>
        <tr>
          <th scope="col">rank</th>
          <th scope="col">player</th>
          <th scope="col" className={clsx(styles.figure, styles.spare)}>
            shows
          </th>
          <th scope="col" className={styles.figure}>
            best show
          </th>
          <th scope="col" className={styles.figure}>
            total score
          </th>
        </tr>
      </thead>
      <tbody ref={body}>
        {rows.map((row) => (
          <BoardRow key={row.userId} row={row} isOwn={row.userId === own?.userId} />
        ))}
      </tbody>
      {ownIsHidden && (
        <tfoot>
          <BoardRow row={own} isOwn />
        </tfoot>
      )}
    </table>
  )
}

function BoardRow({ row, isOwn }: { row: LeaderboardEntry; isOwn: boolean }) {
  return (
    <tr className={clsx(isOwn && styles.own)} data-player={row.userId}>
      <td className={clsx(styles.rank, MEDALS[row.rank]?.className)}>
        <Glow value={row.rank} />
        <RankMark rank={row.rank} />
      </td>
      <th scope="row" className={styles.player}>
        <Avatar name={row.userName} picture={row.avatar} letters="start" size={32} />
        <span className={styles.name}>{row.userName}</span>
        {isOwn && <span className={styles.you}>you</span>}
      </th>
      <td className={clsx(styles.figure, styles.spare)}>
        <Glow value={row.showsParticipated} />
      </td>
      <td className={styles.figure}>
        <Glow value={row.bestScore} />
      </td>
      <td className={clsx(styles.figure, styles.total)}>
        <Glow value={row.totalScore} />
      </td>
    </tr>
  )
}

const MEDALS: Readonly<Record<number, { label: string; Icon: typeof Crown; className: string | undefined }>> =
  {
    1: { label: 'leader', Icon: Crown, className: styles.gold },
    2: { label: 'second', Icon: Medal, className: styles.silver },
    3: { label: 'third', Icon: Medal, className: styles.bronze },
  }

function RankMark({ rank }: { rank: number }) {
  const medal = MEDALS[rank]
  if (!medal) return null
  return <medal.Icon role="img" aria-label={medal.label} className={styles.medal} />
}
