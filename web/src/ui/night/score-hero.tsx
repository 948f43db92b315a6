import clsx from 'clsx'
import { ArrowDown, ArrowUp, Crown, Sparkles } from 'lucide-react'
import type { ReactNode } from 'react'
import type { LiveStage } from '../../lib/live/live-stage.ts'
import type { OwnCard } from '../../lib/live/own-card.ts'
import { formatNumber } from '../../lib/words/format-number.ts'
import { Rich } from '../../lib/words/rich.tsx'
import { t } from '../../lib/words/texts.ts'
import { StageCard } from '../stage-card.tsx'
import { CountedNumber } from './counted-number.tsx'
import styles from './score-hero.module.css'

type ScoreHeroProps = {
  /** A practice card is on no board. */
  own: Pick<OwnCard, 'lastGain' | 'revision'> & { score: Pick<OwnCard['score'], 'total'> } & (
      | Pick<OwnCard, 'rank' | 'rankBefore' | 'players'>
      | { rank: null }
    )
  stage: LiveStage
  id?: string
  label?: string
  /** Takes the place of the words below the number for a moment. Announced by the page. */
  loud?: { words: string; isLead: boolean } | null
  children?: ReactNode
}

export function ScoreHero({
  own,
  stage,
  id,
  label = t('ui.your-score'),
  loud = null,
  children,
}: ScoreHeroProps) {
  const { score, lastGain, revision } = own
  const Icon = loud?.isLead ? Crown : Sparkles
  return (
    <StageCard id={id} aria-label={label} className={styles.hero} data-lead={loud?.isLead || undefined}>
      <div className={styles.numbers}>
        <p>
          <span className={styles.total}>
            <CountedNumber value={score.total} />
            {lastGain > 0 && stage !== 'final' && (
              <span key={revision} aria-hidden className={clsx(styles.gain, 'edged')}>
                +{lastGain}
              </span>
            )}
          </span>{' '}
          <span className={clsx(styles.label, 'row-2')}>
            <span className={loud ? 'visually-hidden' : undefined}>
              {t(stage === 'final' ? 'ui.points-final' : 'ui.points-so-far', { points: score.total })}
            </span>
            {loud && (
              <span aria-hidden className={clsx(styles.loud, 'row-2 edged')}>
                <Icon /> {loud.words}
              </span>
            )}
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
        <Rich id="ui.place" rank={<CountedNumber value={rank} />} />
      </span>{' '}
      <span className={clsx(styles.label, 'row-2')}>
        {t('ui.of-players', { players })}
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
      <span aria-hidden>{formatNumber(places)}</span>
      <span className="visually-hidden">{t(risen > 0 ? 'ui.up-places' : 'ui.down-places', { places })}</span>
    </span>
  )
}
