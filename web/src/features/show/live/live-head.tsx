import type { LiveShow } from '@called-it/shared/contract/live-shows'
import type { Show } from '@called-it/shared/contract/shows'
import clsx from 'clsx'
import { Eye } from 'lucide-react'
import { isOver, type LiveStage } from '../../../lib/live/live-stage.ts'
import { paths } from '../../../lib/paths.ts'
import { longDate } from '../../../lib/shows/show-date.ts'
import { noticeInWords } from '../../../lib/shows/show-notice.ts'
import { ButtonLink } from '../../../ui/button-link.tsx'
import { Notice } from '../../../ui/notice.tsx'
import styles from './live-head.module.css'
import { ScreenSwitch } from './screen-switch.tsx'

const STAGES = {
  locked: 'picks are closed',
  live: 'live',
  break: 'set break',
  ended: 'over',
  final: 'final',
} as const satisfies Record<LiveStage, string>

type LiveHeadProps = { show: Show; live: LiveShow | undefined; stage: LiveStage }

export function LiveHead({ show, live, stage }: LiveHeadProps) {
  const notice = stage === 'locked' && noticeInWords({ ...show, is_open: false })
  return (
    <section aria-label="show" className={styles.head}>
      <div className={clsx(styles.where, 'anywhere')}>
        <h1 className={styles.venue}>{show.venue}</h1>
        <p className="soft small">
          <span>{show.location}</span> <span className={styles.date}>{longDate(show.showdate)}</span>
        </p>
      </div>
      <p className={clsx(styles.state, 'row wraps soft small')}>
        <span className={styles.lamp} data-stage={stage}>
          {STAGES[stage]}
        </span>
        {live && live.viewers > 0 && (
          <span className={styles.viewers}>
            <Eye aria-hidden /> {live.viewers.toLocaleString('en-US')} watching
          </span>
        )}
      </p>
      {!isOver(stage) && (
        <div className="small">
          <ScreenSwitch />
        </div>
      )}
      {stage === 'final' && <ButtonLink to={paths.replay(show.id)}>replay</ButtonLink>}
      {notice && (
        <Notice role="status" className={styles.notice}>
          {notice}
        </Notice>
      )}
    </section>
  )
}
