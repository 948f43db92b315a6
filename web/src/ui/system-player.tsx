import type { SystemCard } from '@called-it/shared/contract/chances'
import { Bot, UsersRound } from 'lucide-react'
import { t } from '../lib/words/texts.ts'
import styles from './system-player.module.css'

const ICONS = { machine: Bot, crowd: UsersRound } as const

/** In the place of an avatar. */
export function SystemFace({ player }: Pick<SystemCard, 'player'>) {
  const Icon = ICONS[player]
  return (
    <span aria-hidden className={styles.face}>
      <Icon size={16} />
    </span>
  )
}

/** The machine and the crowd count nowhere. */
export function Unranked() {
  return <span className={styles.unranked}>{t('ui.unranked')}</span>
}
