import type { Show } from '@called-it/shared/contract/shows'
import clsx from 'clsx'
import { isOver, type LiveStage } from '../../../lib/live/live-stage.ts'
import { STAGES } from '../../../lib/live/phase-in-words.ts'
import { nearDate } from '../../../lib/shows/show-date.ts'
import { t } from '../../../lib/words/texts.ts'
import { ShowMore } from '../show-more.tsx'
import styles from './live-head.module.css'

export function LiveHead({ show, stage }: { show: Show; stage: LiveStage }) {
  return (
    <section aria-label={t('live.show')} className={clsx(styles.head, 'row wraps')}>
      <div className={clsx(styles.where, 'anywhere')}>
        <h1 className={styles.venue}>{show.venue}</h1>
        <p className="soft small">{[show.location, nearDate(show.showdate)].filter(Boolean).join(' · ')}</p>
      </div>
      <div className={clsx(styles.state, 'row')}>
        <p className={clsx(styles.lamp, 'row semibold edged')} data-stage={stage}>
          {t(STAGES[stage])}
        </p>
        <ShowMore show={show} isLive={!isOver(stage)} />
      </div>
    </section>
  )
}
