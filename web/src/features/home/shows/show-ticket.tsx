import type { Show } from '@called-it/shared/contract/shows'
import clsx from 'clsx'
import { useState } from 'react'
import { Link, useNavigate } from 'react-router-dom'
import { toastRequestFailure } from '../../../lib/api/request-toasts.ts'
import { paths } from '../../../lib/paths.ts'
import { useIsOnDevice } from '../../../lib/served-view.ts'
import { longDate } from '../../../lib/shows/show-date.ts'
import { noticeInWords } from '../../../lib/shows/show-notice.ts'
import { t } from '../../../lib/words/texts.ts'
import { Button } from '../../../ui/button.tsx'
import { AlertDialog } from '../../../ui/dialogs.tsx'
import { Ticket } from '../../../ui/ticket.tsx'
import { toast } from '../../../ui/toast.ts'
import { useCurrentUserPrediction, useResetPrediction } from '../builder/prediction-queries.ts'
import { ShowTimes } from './show-times.tsx'
import styles from './upcoming-shows.module.css'
import { usePickShow } from './use-pick-show.ts'

type ShowTicketProps = {
  show: Show
  place: string | null
}

export function ShowTicket({ show, place }: ShowTicketProps) {
  const hasPrediction = Boolean(useCurrentUserPrediction(show.id).data)
  const pickShow = usePickShow()
  const notice = noticeInWords(show, useIsOnDevice())
  const [isResetOpen, setIsResetOpen] = useState(false)
  return (
    <Ticket
      aria-label={`${longDate(show.showdate)}, ${show.venue}`}
      stub={
        <div className={clsx(styles.stub, 'buttons')}>
          <Button onClick={() => pickShow(show)}>
            {t(hasPrediction ? 'home.edit-picks' : 'home.pick-setlist')}
          </Button>
          {hasPrediction && (
            <Button variant="quiet" onClick={() => setIsResetOpen(true)}>
              {t('home.reset')}
            </Button>
          )}
          {place && (
            <span aria-hidden className={clsx(styles.place, 'soft small tabular')}>
              {place}
            </span>
          )}
        </div>
      }
    >
      <p className="soft small">{longDate(show.showdate)}</p>
      <p className={styles.venue}>
        <Link to={paths.show(show.id)} className="quiet-link">
          {show.venue}
        </Link>
      </p>
      <p className="soft">{show.location}</p>
      <div className={styles.times}>
        <ShowTimes show={show} />
        {notice && <p className="small">{notice}</p>}
      </div>
      <ResetDialog show={show} open={isResetOpen} onOpenChange={setIsResetOpen} />
    </Ticket>
  )
}

type ResetDialogProps = { show: Show; open: boolean; onOpenChange: (open: boolean) => void }

function ResetDialog({ show, open, onOpenChange }: ResetDialogProps) {
  const reset = useResetPrediction()
  const navigate = useNavigate()
  const confirm = () =>
    reset.mutate(show.id, {
      onSuccess: () => {
        onOpenChange(false)
        toast({ title: t('home.was-reset') })
        navigate(paths.home)
      },
      onError: (error) => toastRequestFailure(t('home.error'), error, t('home.reset-failed')),
    })
  return (
    <AlertDialog
      open={open}
      onOpenChange={onOpenChange}
      title={t('home.reset-ask')}
      description={t('home.reset-what', { date: longDate(show.showdate) })}
      confirmLabel={t('home.reset-confirm')}
      busy={reset.isPending}
      busyText={t('home.resetting')}
      onConfirm={confirm}
    />
  )
}
