import { counted } from '@called-it/shared/contract/counted'
import clsx from 'clsx'
import { ArrowDown, ArrowUp } from 'lucide-react'
import type { ReactNode } from 'react'
import type { OwnCard } from '../../../lib/live/own-card.ts'
import styles from '../../../ui/night/score-hero.module.css'
import { StageCard } from '../../../ui/stage-card.tsx'
import { CountedNumber } from './counted-number.tsx'
import type { LiveStage } from './live-stage.ts'

type ScoreHeroProps = {
  /** A practice card is on no board. */
  own: Pick<OwnCard, 'lastGain' | 'revision'> & { score: Pick<OwnCard['score'], 'total'> } & (
      | Pick<OwnCard, 'rank' | 'rankBefore' | 'players'>
      | { rank: null }
    )
  stage: LiveStage
  label?: string
  children?: ReactNode
}

export function ScoreHero({ own, stage, label = 'your score', children }: ScoreHeroProps) {
  const { score, lastGain, revision } = own
  return (
    <StageCard aria-label={label} className={styles.hero} data-final={stage === 'final' || undefined}>
      <div className={styles.numbers}>
        <p>
          <span className={styles.total}>
            <CountedNumber value={score.total} />
            {lastGain > 0 && stage !== 'final' && (
              <span key={revision} aria-hidden className={styles.gain}>
                +{lastGain}
              </span>
            )}
          </span>{' '}
          <span className={clsx(styles.label, 'row-2')}>
            {score.total === 1 ? 'point' : 'points'}
            {stage === 'final' ? ', final' : ', as it stands'}
          </span>
        </p>
        {own.rank !== null && <Place {...own} />}
      </div>
      {children}
    </StageCard>
  )
}

function Place({ rank, rankBefore, players, revision }: Omit<OwnCard, 'score' | 'picks' | 'lastGain'>) {
  return (
    <p className={styles.place}>
      <span className={styles.rank}>
        #<CountedNumber value={rank} />
      </span>{' '}
      <span className={clsx(styles.label, 'row-2')}>
        of {players.toLocaleString('en-US')}
        {rankBefore !== null && rankBefore !== rank && <RankMoved key={revision} risen={rankBefore - rank} />}
      </span>
    </p>
  )
}

function RankMoved({ risen }: { risen: number }) {
  const Arrow = risen > 0 ? ArrowUp : ArrowDown
  const places = Math.abs(risen)
  return (
    <span className={styles.moved} data-risen={risen > 0 || undefined}>
      <Arrow aria-hidden />
      <span aria-hidden>{places.toLocaleString('en-US')}</span>
      <span className="visually-hidden">
        {risen > 0 ? 'up' : 'down'} {counted(places, 'place')}
      </span>
    </span>
  )
}
