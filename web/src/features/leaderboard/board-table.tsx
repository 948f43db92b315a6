import type { LeaderboardEntry } from '@called-it/shared/contract/leaderboards'
import { type Medal as MedalKind, medal } from '@called-it/shared/game/standings'
import clsx from 'clsx'
import { Crown, Medal } from 'lucide-react'
import { Avatar } from '../../ui/avatar.tsx'
import { Glow } from '../../ui/glow.tsx'
import styles from './leaderboard.module.css'
import { RankMove } from './rank-move.tsx'
import { useTravellingRows } from './use-travelling-rows.ts'

type BoardTableProps = {
  rows: readonly LeaderboardEntry[]
  /** The fan's own row. It never leaves the view: it keeps to its edge, and stands last if it is not listed. */
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
          <th scope="col" className={styles.figure}>
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

const MEDALS: Record<MedalKind, { label: string; Icon: typeof Crown; className: string | undefined }> = {
  crown: { label: 'crown', Icon: Crown, className: styles.gold },
  silver: { label: 'silver medal', Icon: Medal, className: styles.silver },
  bronze: { label: 'bronze medal', Icon: Medal, className: styles.bronze },
}

function BoardRow({ row, isOwn }: { row: LeaderboardEntry; isOwn: boolean }) {
  const kind = medal(row.rank)
  const mark = kind && MEDALS[kind]
  return (
    <tr
      className={clsx(mark && styles.leading, mark?.className, isOwn && styles.own)}
      data-player={row.userId}
    >
      <td className={styles.rank}>
        <span className={styles.place}>
          <Glow value={row.rank} />
          {mark && <mark.Icon role="img" aria-label={mark.label} className={styles.medal} />}
        </span>
      </td>
      <th scope="row" className={styles.player}>
        <span className={styles.who}>
          <Avatar name={row.userName} image={row.avatar} letters="start" size={32} />
          <span className={styles.words}>
            <span className={styles.name}>{row.userName}</span>
            {isOwn && <span className={styles.you}>you</span>}
            <RankMove rank={row.rank} />
          </span>
        </span>
      </th>
      <td className={styles.figure}>
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
