import type { Show } from '@called-it/shared/contract/shows'
import { type Category, POINTS } from '@called-it/shared/game/points'
import type { PlainId } from '@called-it/shared/languages/translate'
import clsx from 'clsx'
import { useCurrentUserPredictions } from '../../lib/account/current-user-predictions.ts'
import { useCurrentUser } from '../../lib/account/session.ts'
import { serverNow } from '../../lib/api/server-clock.ts'
import { paths } from '../../lib/paths.ts'
import { useIsOnDevice } from '../../lib/served-view.ts'
import { longDate } from '../../lib/shows/show-date.ts'
import { noticeInWords } from '../../lib/shows/show-notice.ts'
import { useCountdown } from '../../lib/shows/use-countdown.ts'
import { startInWords } from '../../lib/shows/venue-time.ts'
import { Rich } from '../../lib/words/rich.tsx'
import { t } from '../../lib/words/texts.ts'
import { Badge } from '../../ui/badge.tsx'
import { ButtonLink } from '../../ui/button-link.tsx'
import { CategoryIcon } from '../../ui/category-icon.tsx'
import { Notice } from '../../ui/notice.tsx'
import { ShareButton } from '../../ui/share.tsx'
import { StageCard, StageInset } from '../../ui/stage-card.tsx'
import styles from './show-head.module.css'
import { ShowMore } from './show-more.tsx'
import type { ShowPhase } from './use-show-phase.ts'

type ShowHeadProps = { show: Show; phase: ShowPhase }

/** Lit while there is something to pick. */
export function ShowHead({ show, phase }: ShowHeadProps) {
  const isOpen = phase === 'open'
  const isOnDevice = useIsOnDevice()
  const isVisitor = useCurrentUser().user === null
  const hasPicks = useHasPicks(show)
  const notice = noticeInWords({ ...show, is_open: isOpen }, isOnDevice)
  const startsAt = (show.starts_at !== null || isOpen) && startInWords(show, isOnDevice)
  return (
    <StageCard aria-label={t('show.label')} lit={isOpen && !hasPicks} className={styles.head}>
      <div className={clsx(styles.facts, 'anywhere')}>
        {show.starts_at === null && <p className={styles.soft}>{longDate(show.showdate)}</p>}
        <p className={clsx(styles.soft, 'tabular')}>
          {isOpen && isToday(show, isOnDevice) && <b className={styles.tonight}>{t('show.tonight')} </b>}
          {startsAt}
        </p>
        <div className="row">
          <h1 className={clsx(styles.venue, 'fills')}>{show.venue}</h1>
          <ShowMore show={show} />
        </div>
        <p className={styles.soft}>
          {show.location}
          {isOpen && isVisitor && <ClosesIn show={show} />}
        </p>
      </div>
      {isOpen && isVisitor ? (
        <Pitch />
      ) : (
        <div className={clsx(styles.state, 'stack-4')}>
          {isOpen ? <Countdown show={show} hasPicks={hasPicks} /> : <State show={show} phase={phase} />}
        </div>
      )}
      {notice && (
        <Notice tone={phase === 'cancelled' ? 'danger' : 'info'} role="status" className={styles.notice}>
          {notice}
        </Notice>
      )}
    </StageCard>
  )
}

/** At the venue, where that is known. */
function isToday({ showdate, utc_offset }: Show, onDevice: boolean): boolean {
  const offset = utc_offset ?? (onDevice ? -new Date().getTimezoneOffset() : 0)
  return new Date(serverNow() + offset * 60_000).toISOString().slice(0, 10) === showdate
}

function useHasPicks({ id }: Show): boolean {
  const { data: predictions } = useCurrentUserPredictions()
  return predictions?.some(({ show_id }) => show_id === id) === true
}

function ClosesIn({ show }: { show: Show }) {
  const left = useCountdown(Date.parse(show.locks_at))
  return (
    <>
      {' '}
      · <Rich id="show.closes-in" left={<b className={clsx(styles.left, 'tabular')}>{left}</b>} />
    </>
  )
}

const MARKS = [
  ['correctSpecial', 'show.mark-special'],
  ['correctSong', 'show.mark-slot'],
  ['songInSet', 'show.mark-set'],
] as const satisfies readonly (readonly [Category, PlainId])[]

/** The game in one sentence, and what the three best hits bring. */
function Pitch() {
  return (
    <div className={clsx(styles.pitch, 'stack-4')}>
      <p className={styles.claim}>{t('show.claim')}</p>
      <StageInset>
        <ul aria-label={t('show.points')} className={clsx(styles.marks, 'stack-2')}>
          {MARKS.map(([category, words]) => (
            <li key={category}>
              <span className="row-2">
                <CategoryIcon category={category} /> <b className={styles.points}>{POINTS[category]}</b>
              </span>{' '}
              <span className="soft small">{t(words)}</span>
            </li>
          ))}
        </ul>
      </StageInset>
    </div>
  )
}

function Countdown({ show, hasPicks }: { show: Show; hasPicks: boolean }) {
  const left = useCountdown(Date.parse(show.locks_at))
  return (
    <>
      <p>
        <span className={clsx(styles.soft, 'small')}>{t('show.closes')}</span>{' '}
        <b className={styles.clock}>{left}</b>
      </p>
      <div className={styles.buttons}>
        <ButtonLink variant={hasPicks ? 'plain' : 'main'} size="l" to={paths.prediction(show.id)}>
          {t(hasPicks ? 'show.edit-picks' : 'show.pick-setlist')}
        </ButtonLink>
        {hasPicks && <ShareButton size="l" showId={show.id} />}
      </div>
    </>
  )
}

function State({ show, phase }: ShowHeadProps) {
  if (phase === 'cancelled') return <Badge tone="danger">{t('show.cancelled')}</Badge>
  return show.is_scored ? (
    <Badge tone="good">{t('show.scored')}</Badge>
  ) : (
    <Badge tone="strong">{t('show.locked')}</Badge>
  )
}
