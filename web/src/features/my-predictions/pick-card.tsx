import type { Prediction } from '@called-it/shared/contract/predictions'
import type { Show } from '@called-it/shared/contract/shows'
import { countPicks, countSet, SET_NAMES } from '@called-it/shared/game/setlist'
import { useQuery } from '@tanstack/react-query'
import clsx from 'clsx'
import { CalendarDays, Info, ListMusic, MapPin, PencilLine } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router-dom'
import { paths } from '../../lib/paths.ts'
import { longDate, plainDate } from '../../lib/shows/show-date.ts'
import { noticeInWords } from '../../lib/shows/show-notice.ts'
import { showQuery } from '../../lib/shows/show-queries.ts'
import { useOpenScoreView } from '../../lib/shows/use-open-score-view.ts'
import { useTimeLeft } from '../../lib/shows/use-time-left.ts'
import { t } from '../../lib/words/texts.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { ButtonLink } from '../../ui/button-link.tsx'
import { Glow } from '../../ui/glow.tsx'
import { SetHue } from '../../ui/hue.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { Ticket } from '../../ui/ticket.tsx'
import styles from './picks.module.css'
import { PicksDialog } from './picks-dialog.tsx'

export function PickCard({ pick }: { pick: Prediction }) {
  const { data: show, isPending } = useQuery(showQuery(pick.show_id))
  const [isViewing, setIsViewing] = useState(false)
  const scoreView = useOpenScoreView()
  const timeLeft = useTimeLeft(show)
  const where = describeShow(show)
  const notice = show && noticeInWords(show)
  // A show that failed to load may be open: the server decides.
  const canEdit = pick.score === null && (show === undefined ? !isPending : timeLeft !== null)

  return (
    <Ticket
      className={styles.pick}
      aria-label={show && `${where.venue}, ${where.date}`}
      stub={
        <>
          <Button onClick={() => setIsViewing(true)}>{t('mine.view')}</Button>
          {canEdit && <ButtonLink to={paths.prediction(pick.show_id)}>{t('mine.edit')}</ButtonLink>}
          {show?.is_scored && (
            <Button
              busy={scoreView.isPending}
              busyText={t('mine.busy')}
              onClick={() => scoreView.mutate(pick)}
            >
              {t('mine.see-score')}
            </Button>
          )}
        </>
      }
    >
      <div className={styles.top}>
        <div className={clsx(styles.where, 'fills')}>
          {isPending ? (
            <>
              <Skeleton width="75%" height="1.3rem" />
              <Skeleton width="50%" />
              <Skeleton width="85%" />
            </>
          ) : (
            <>
              <h2 className={styles.venue}>
                {show ? (
                  <Link to={paths.show(show.id)} className="quiet-link">
                    {where.venue}
                  </Link>
                ) : (
                  where.venue
                )}
              </h2>
              <p className={clsx(styles.fact, 'soft small')}>
                <MapPin aria-hidden /> {where.location}
              </p>
              <p className={clsx(styles.fact, 'soft small')}>
                <CalendarDays aria-hidden /> {where.date}
              </p>
            </>
          )}
        </div>
        {pick.score !== null && <ScoreStamp score={pick.score} />}
      </div>
      <p className={clsx(styles.fact, 'soft small')}>
        <PencilLine aria-hidden /> {t('mine.picked-on', { date: plainDate(pick.created_at) })}
      </p>
      {notice && (
        <p className={clsx(styles.fact, 'soft small')}>
          <Info aria-hidden /> {notice}
        </p>
      )}
      <div className={clsx(styles.bottom, 'row wraps')}>
        <p className={clsx(styles.fact, 'soft small')}>
          <ListMusic aria-hidden /> {t('mine.songs', { count: countPicks(pick.setlist) })}
        </p>
        <SetBalance pick={pick} />
        {show && pick.score === null && <Waiting show={show} timeLeft={timeLeft} />}
      </div>
      <PicksDialog
        pick={pick}
        title={where.venue}
        description={`${where.date} · ${where.location}`}
        open={isViewing}
        onOpenChange={setIsViewing}
      />
    </Ticket>
  )
}

export function ScoreStamp({ score }: { score: number }) {
  return (
    <p className={styles.score}>
      <span className="visually-hidden">{t('mine.score-is')} </span>
      <b>
        <Glow value={score} />
      </b>{' '}
      <small>{t('mine.pts')}</small>
    </p>
  )
}

function SetBalance({ pick }: { pick: Prediction }) {
  return (
    <span aria-hidden className={styles.balance}>
      {SET_NAMES.map((set) => (
        <SetHue key={set} set={set} className={styles.dots}>
          {pick.setlist[set].slice(0, countSet(pick.setlist, set)).map((_, dot) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the dots are alike
            <i key={dot} />
          ))}
        </SetHue>
      ))}
    </span>
  )
}

function Waiting({ show, timeLeft }: { show: Show; timeLeft: string | null }) {
  if (show.is_cancelled) return <Badge tone="danger">{t('mine.cancelled')}</Badge>
  if (timeLeft !== null) return <Badge tone="good">{t('mine.closes-in', { time: timeLeft })}</Badge>
  return <Badge>{t(show.is_scored ? 'mine.no-score' : 'mine.waiting')}</Badge>
}

export function PickCardSkeleton() {
  return (
    <Ticket
      className={styles.pick}
      data-testid="pick-skeleton"
      stub={<Skeleton width="7rem" height="44px" shape="pill" />}
    >
      <div className={clsx(styles.where, 'fills')}>
        <Skeleton width="70%" height="1.3rem" />
        <Skeleton width="45%" />
        <Skeleton width="80%" />
        <Skeleton width="60%" />
        <Skeleton width="30%" />
      </div>
    </Ticket>
  )
}

function describeShow(show: Show | undefined): { date: string; venue: string; location: string } {
  return {
    date: show ? longDate(show.showdate) : t('mine.no-date'),
    venue: show?.venue || t('mine.no-venue'),
    location: show?.location || t('mine.no-location'),
  }
}
