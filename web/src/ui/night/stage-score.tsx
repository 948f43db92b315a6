import type { SharedSlots } from '@called-it/shared/game/shared-slots'
import clsx from 'clsx'
import type { ReactNode } from 'react'
import { formatNumber } from '../../lib/words/format-number.ts'
import { t } from '../../lib/words/texts.ts'
import { Glow } from '../glow.tsx'
import { StageCard, StageInset } from '../stage-card.tsx'
import { PickTiles } from './pick-tiles.tsx'
import styles from './score-hero.module.css'

type Standing = { rank: number; players: number; median?: number | undefined }

type StageScoreProps = {
  label: string
  /** Above the number. */
  head: ReactNode
  total: number
  unit: string
  /** Null where a card is on no board. */
  standing: Standing | null
  slots: SharedSlots
  /** In the part with the tiles. */
  legend?: ReactNode
  /** Below the tiles. */
  children?: ReactNode
}

/** What a card brought: the number first, then its tiles. */
export function StageScore({ label, head, total, unit, standing, slots, legend, children }: StageScoreProps) {
  return (
    <StageCard aria-label={label} className="stack-4">
      {head}
      <div className={styles.numbers}>
        <p data-testid="total-score">
          <b className={styles.total}>
            <Glow value={total}>{formatNumber(total)}</Glow>
          </b>{' '}
          <span className={clsx(styles.label, 'row-2')}>{unit}</span>
        </p>
        {standing && (
          <p className={styles.place}>
            <b className={styles.rank}>{t('ui.place', { rank: formatNumber(standing.rank) })}</b>{' '}
            <span className={clsx(styles.label, 'row-2')}>{amongInWords(standing)}</span>
          </p>
        )}
      </div>
      <StageInset>
        <PickTiles slots={slots} />
        {legend}
      </StageInset>
      {children}
    </StageCard>
  )
}

function amongInWords({ players, median }: Standing): string {
  return median === undefined ? t('ui.of-players', { players }) : t('ui.of-and-median', { players, median })
}
