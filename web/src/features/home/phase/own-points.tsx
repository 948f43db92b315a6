import clsx from 'clsx'
import type { ReactNode } from 'react'
import type { OwnCard } from '../../../lib/live/own-card.ts'
import { t } from '../../../lib/words/texts.ts'
import { CountedNumber } from '../../../ui/night/counted-number.tsx'
import styles from './phase-stage.module.css'

type OwnPointsProps = {
  own: OwnCard
  words: ReactNode
  /** False where the title says it. */
  hasRank?: boolean
}

export function OwnPoints({ own, words, hasRank = true }: OwnPointsProps) {
  return (
    <div className={styles.points}>
      <p>
        <b className={styles.total}>
          <CountedNumber value={own.score.total} />
        </b>{' '}
        <span className={clsx(styles.below, 'small')}>{words}</span>
      </p>
      {hasRank && (
        <p>
          <b className={styles.rank}>
            #<CountedNumber value={own.rank} />
          </b>{' '}
          <span className={clsx(styles.below, 'small')}>{t('home.of-all', { all: own.players })}</span>
        </p>
      )}
    </div>
  )
}
