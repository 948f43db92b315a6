import type { Show } from '@called-it/shared/contract/shows'
import clsx from 'clsx'
import type { ReactNode } from 'react'
import { StageCard } from '../../../ui/stage-card.tsx'
import styles from './phase-stage.module.css'

export type PhaseCardProps = {
  show: Show
  /** `plain` where another part of the page has the primary action. */
  main: 'main' | 'plain'
}

type PhaseStageProps = {
  /** The accessible name of the region. */
  label: string
  /** False where there is nothing to do. */
  lit?: boolean
  above: ReactNode
  title: ReactNode
  below?: ReactNode
  /** What the card is about: a countdown, or points and rank. */
  number?: ReactNode
  tiles?: ReactNode
  actions: ReactNode
}

/** One column on a phone, one row on a wide screen. */
export function PhaseStage({ label, lit, above, title, below, number, tiles, actions }: PhaseStageProps) {
  return (
    <StageCard
      aria-label={label}
      className={clsx(styles.card, 'row wraps')}
      {...(lit !== undefined && { lit })}
    >
      <div className={styles.facts}>
        <p className={clsx(styles.above, 'row wraps small')}>{above}</p>
        <h2 className={styles.title}>{title}</h2>
        {below && <p className={clsx(styles.below, 'small')}>{below}</p>}
      </div>
      {number && <div className={styles.number}>{number}</div>}
      {tiles && <div className={styles.tiles}>{tiles}</div>}
      <div className={clsx(styles.actions, 'buttons')}>{actions}</div>
    </StageCard>
  )
}

/** A number with its words, as in *picks close in* 9 h 11 m. */
export function BigNumber({ words, children }: { words: ReactNode; children: ReactNode }) {
  return (
    <p>
      <span className={clsx(styles.below, 'small')}>{words}</span> <b className={styles.clock}>{children}</b>
    </p>
  )
}
