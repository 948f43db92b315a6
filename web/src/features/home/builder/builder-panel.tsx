import type { Show } from '@called-it/shared/contract/shows'
import { useEffect, useRef } from 'react'
import { Link } from 'react-router-dom'
import { hasFirstPick } from '../../../lib/account/first-pick.ts'
import { useCurrentUser } from '../../../lib/account/session.ts'
import { lazyModule, useLazyModule } from '../../../lib/lazy-module.ts'
import { paths } from '../../../lib/paths.ts'
import { longDate } from '../../../lib/shows/show-date.ts'
import { noticeInWords } from '../../../lib/shows/show-notice.ts'
import { useShow, useUpcomingShows } from '../../../lib/shows/use-shows.ts'
import { useTimeLeft } from '../../../lib/shows/use-time-left.ts'
import { startInWords } from '../../../lib/shows/venue-time.ts'
import { Rich } from '../../../lib/words/rich.tsx'
import { t } from '../../../lib/words/texts.ts'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { ShowTimes } from '../shows/show-times.tsx'
import { usePickShow } from '../shows/use-pick-show.ts'
import { forgetSaved } from './active-slot.ts'
import { Announcements } from './announcements.tsx'
import styles from './builder.module.css'
import { BuilderActions } from './builder-actions.tsx'
import { builderHeading } from './builder-heading.ts'
import { DraftSets } from './draft-sets.tsx'
import { useShowDraft } from './draft-store.ts'
import { useAdoptedPrediction, useCanEditDraft } from './prediction-queries.ts'
import { SaveState } from './save-state.tsx'
import { scrollToSet } from './scroll-to-set.ts'

const firstPick = lazyModule(() => import('./kept-pick.tsx'))

type BuilderPanelProps = {
  showId: number | null
  /** When a slot is chosen for the next song. */
  onChoose?: (() => void) | undefined
  /** The page submits elsewhere too. */
  isSubmitAbove?: boolean
}

export function BuilderPanel({ showId, onChoose, isSubmitAbove = false }: BuilderPanelProps) {
  const { data: show } = useShow(showId)
  const saved = useAdoptedPrediction(showId)
  const keptPick = useLazyModule(firstPick, showId !== null && hasFirstPick(showId))
  const draft = useShowDraft(showId)
  const timeLeft = useTimeLeft(show)
  const isOpen = show === undefined || timeLeft !== null
  const notice = show && noticeInWords({ ...show, is_open: isOpen })
  const canEdit = useCanEditDraft(showId)

  const panel = useRef<HTMLElement>(null)
  const last = useRef(showId)
  useEffect(() => {
    if (showId !== null) scrollToSet('set1')
    // The button that chose the show may be gone: the card has another one then.
    const isLost = last.current !== showId && document.activeElement === document.body
    if (isLost) panel.current?.focus({ preventScroll: true })
    last.current = showId
    return forgetSaved
  }, [showId])

  return (
    <Card
      ref={panel}
      tabIndex={-1}
      heading={builderHeading(show)}
      note={t('pick.editing')}
      aside={showId !== null && <SaveState draft={draft} />}
      className={styles.builder}
    >
      {showId === null && <ChooseShowNotice />}
      {showId !== null && (
        <div className={styles.closing}>
          {show && isOpen && <ShowTimes show={show} />}
          {show && !isOpen && (
            <ClosedLines
              show={show}
              notice={notice ?? null}
              hasPicks={draft.changed || draft.savedAt !== null}
            />
          )}
        </div>
      )}
      {showId !== null && keptPick && (
        <keptPick.KeptPick showId={showId} saved={saved.data} onPlaced={onChoose} />
      )}
      {isOpen && notice && <Notice role="status">{notice}</Notice>}
      {saved.isError && (
        <Notice
          tone="danger"
          role="alert"
          title={t('home.setlist-failed')}
          action={<Button onClick={() => void saved.refetch()}>{t('pick.try-again')}</Button>}
        >
          {t('home.setlist-error')}
        </Notice>
      )}
      <DraftSets showId={showId} draft={draft} isOpen={isOpen} canEdit={canEdit} onChoose={onChoose} />
      <Announcements />
      <BuilderActions
        showId={showId}
        draft={draft}
        isOpen={isOpen}
        canEdit={canEdit}
        isMain={!isSubmitAbove && (draft.changed || draft.savedAt !== null)}
      />
    </Card>
  )
}

function ChooseShowNotice() {
  const { user, isError, retry } = useCurrentUser()
  const next = useUpcomingShows().data?.[0]
  const pickShow = usePickShow()
  if (user) {
    return (
      <Notice
        title={t('pick.choose-show')}
        action={
          next && (
            <Button onClick={() => pickShow(next)}>
              {longDate(next.showdate)}, {next.venue}
            </Button>
          )
        }
      />
    )
  }
  if (isError) {
    return (
      <Notice
        tone="warning"
        title={t('pick.lost')}
        action={<Button onClick={retry}>{t('pick.try-again')}</Button>}
      >
        {t('pick.keep-trying')}
      </Notice>
    )
  }
  return (
    <Notice title={t('pick.want-play')}>
      <p>
        <Rich
          id="pick.sign-up-or"
          register={(words) => <Link to={paths.register}>{words}</Link>}
          login={(words) => <Link to={paths.login}>{words}</Link>}
        />
      </p>
    </Notice>
  )
}

type ClosedLinesProps = { show: Show; notice: string | null; hasPicks: boolean }

/** As high as the lines of the countdown that they replace, so that nothing moves at the lock. */
function ClosedLines({ show, notice, hasPicks }: ClosedLinesProps) {
  return (
    <div role="status">
      <p className="soft small tabular">{notice ?? startInWords(show)}</p>
      <p className="small">
        {t(hasPicks ? 'pick.closed-yours' : 'home.closed')} ·{' '}
        <Link to={paths.show(show.id)}>{t('home.see-show')}</Link>
      </p>
    </div>
  )
}
