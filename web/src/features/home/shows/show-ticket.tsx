import type { Show } from '@called-it/shared/contract/shows'
import clsx from 'clsx'
import { useState } from 'react'
import { Link } from 'react-router-dom'
import { paths } from '../../../lib/paths.ts'
import { longDate } from '../../../lib/shows/show-date.ts'
import { noticeInWords } from '../../../lib/shows/show-notice.ts'
import { Button } from '../../../ui/button.tsx'
import { Ticket } from '../../../ui/ticket.tsx'
import { useCurrentUserPrediction } from '../builder/prediction-queries.ts'
import { ResetDialog } from './reset-dialog.tsx'
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
  const notice = noticeInWords(show)
  const [isResetOpen, setIsResetOpen] = useState(false)
  return (
    <Ticket
      aria-label={`${longDate(show.showdate)}, ${show.venue}`}
      stub={
        <div className={clsx(styles.stub, 'buttons')}>
          <Button onClick={() => pickShow(show)}>{hasPrediction ? 'edit picks' : 'pick setlist'}</Button>
          {hasPrediction && (
            <Button variant="quiet" onClick={() => setIsResetOpen(true)}>
              reset
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
