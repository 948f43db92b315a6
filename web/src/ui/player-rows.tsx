import clsx from 'clsx'
import type { ReactNode } from 'react'
import { t } from '../lib/words/texts.ts'
import { PlayerLink } from './player-link.tsx'
import styles from './player-rows.module.css'

/** The class of a table of players. */
export const PLAYERS = styles.table

/** The class of the own row. */
export function ownRow(sticks: boolean): string {
  return clsx(styles.own, sticks && styles.sticks)
}

type PlayerNameProps = {
  userId: number | null
  name: string
  isOwn: boolean
  className?: string | undefined
  /** Beside the name. */
  children?: ReactNode
}

export function PlayerName({ userId, name, isOwn, className, children }: PlayerNameProps) {
  return (
    <span className={clsx(styles.words, 'row wraps fills')}>
      <PlayerLink userId={userId} name={name} className={clsx(styles.name, className)} />
      {isOwn && <span className={styles.you}>{t('ui.you')}</span>}
      {children}
    </span>
  )
}
