import type { LeaderboardEntry } from '@called-it/shared/contract/leaderboards'
import { medal } from '@called-it/shared/game/standings'
import clsx from 'clsx'
import { Crown, Medal } from 'lucide-react'
import { formatNumber } from '../../lib/words/format-number.ts'
import { t } from '../../lib/words/texts.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { Card } from '../../ui/card.tsx'
import { PlayerLink } from '../../ui/player-link.tsx'
import styles from './podium.module.css'

/** Three steps as in a stadium, the first in the middle; with more players of equal points, in a row. */
export function Podium({ rows }: { rows: readonly LeaderboardEntry[] }) {
  return (
    <Card heading={t('tour.podium')}>
      <ol className={clsx(styles.steps, 'stack-3', rows.length === 3 && styles.stadium)}>
        {rows.map((row) => (
          <Step key={row.userId} row={row} />
        ))}
      </ol>
    </Card>
  )
}

function Step({ row: { rank, userId, userName, avatar, totalScore } }: { row: LeaderboardEntry }) {
  const kind = medal(rank)
  const Icon = rank === 1 ? Crown : Medal
  return (
    <li className={clsx(styles.step, 'row-2', kind && styles[kind])}>
      <Avatar name={userName} image={avatar} size={rank === 1 ? 64 : 48} />
      <PlayerLink userId={userId} name={userName} className={styles.name} />
      <div className={clsx(styles.block, 'row')}>
        <span className={clsx(styles.rank, 'row')}>
          <Icon aria-hidden size={22} />
          <span className="visually-hidden">{t('tour.rank')} </span>
          {rank}
        </span>
        <b className={styles.points}>{formatNumber(totalScore)}</b>
        <span className="small">{t('tour.points-unit', { count: totalScore })}</span>
      </div>
    </li>
  )
}
