import type { Show } from '@called-it/shared/contract/shows'
import clsx from 'clsx'
import { useCurrentUserPredictions } from '../../lib/account/current-user-predictions.ts'
import { paths } from '../../lib/paths.ts'
import { longDate } from '../../lib/shows/show-date.ts'
import { noticeInWords } from '../../lib/shows/show-notice.ts'
import { useCountdown } from '../../lib/shows/use-countdown.ts'
import { startInWords } from '../../lib/shows/venue-time.ts'
import { Badge } from '../../ui/badge.tsx'
import { ButtonLink } from '../../ui/button-link.tsx'
import { Card } from '../../ui/card.tsx'
import { Notice } from '../../ui/notice.tsx'
import { ShareButton } from '../../ui/share.tsx'
import styles from './show-head.module.css'
import { ShowMore } from './show-more.tsx'
import type { ShowPhase } from './use-show-phase.ts'

type ShowHeadProps = { show: Show; phase: ShowPhase }

export function ShowHead({ show, phase }: ShowHeadProps) {
  const notice = noticeInWords({ ...show, is_open: phase === 'open' })
  return (
    <Card aria-label="show" className={styles.head}>
      <div className={clsx(styles.facts, 'anywhere')}>
        <p className="soft">{longDate(show.showdate)}</p>
        <div className="row">
          <h1 className={clsx(styles.venue, 'fills')}>{show.venue}</h1>
          <ShowMore show={show} />
        </div>
        <p className="soft">{show.location}</p>
        <p className="soft small tabular">
          {(show.starts_at !== null || phase === 'open') && startInWords(show)}
        </p>
      </div>
      <div className={clsx(styles.state, 'stack-4')}>
        {phase === 'open' ? <Countdown show={show} /> : <State show={show} phase={phase} />}
      </div>
      {notice && (
        <Notice tone={phase === 'cancelled' ? 'danger' : 'info'} role="status" className={styles.notice}>
          {notice}
        </Notice>
      )}
    </Card>
  )
}

function Countdown({ show }: { show: Show }) {
  const left = useCountdown(Date.parse(show.locks_at))
  const { data: predictions } = useCurrentUserPredictions()
  const hasPicks = predictions?.some(({ show_id }) => show_id === show.id)
  return (
    <>
      <p>
        <span className="soft small">picks close in</span> <b className={styles.clock}>{left}</b>
      </p>
      <div className={styles.buttons}>
        <ButtonLink variant="main" size="l" to={paths.prediction(show.id)}>
          {hasPicks ? 'edit picks' : 'pick setlist'}
        </ButtonLink>
        {hasPicks && <ShareButton size="l" showId={show.id} />}
      </div>
    </>
  )
}

function State({ show, phase }: ShowHeadProps) {
  if (phase === 'cancelled') return <Badge tone="danger">cancelled</Badge>
  return show.is_scored ? <Badge tone="good">scored</Badge> : <Badge tone="strong">picks are closed</Badge>
}
