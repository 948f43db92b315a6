import type { Show } from '@called-it/shared/contract/shows'
import clsx from 'clsx'
import { useState } from 'react'
import { longDate } from '../../../lib/shows/show-date.ts'
import { Button } from '../../../ui/button.tsx'
import { Ticket } from '../../../ui/ticket.tsx'
import { useCurrentUserPrediction } from '../builder/prediction-queries.ts'
import { ClosingCountdown } from './closing-countdown.tsx'
import { ResetDialog } from './reset-dialog.tsx'
import styles from './upcoming-shows.module.css'
import { usePickShow } from './use-pick-show.ts'

type ShowTicketProps = {
  show: Show
  place: string | null
}

export function ShowTicket({ show, place }: ShowTicketProps) {
  const hasPrediction = Boolean(useCurrentUserPrediction(show.id).data)
  const pickShow = usePickShow()
  const [isResetOpen, setIsResetOpen] = useState(false)
  return (
    <Ticket
      aria-label={`${longDate(show.showdate)}, ${show.venue}`}
      stub={
        <div className={styles.stub}>
          <Button variant="main" onClick={() => pickShow(show)}>
            {hasPrediction ? 'edit picks' : 'pick setlist'}
          </Button>
          {hasPrediction && (
            <Button variant="quiet" onClick={() => setIsResetOpen(true)}>
              reset
            </Button>
          )}
          {place && <span className={clsx(styles.place, 'soft small tabular')}>{place}</span>}
        </div>
      }
    >
      <p className="soft small">{longDate(show.showdate)}</p>
      <p className={styles.venue}>{show.venue}</p>
      <p className="soft">{show.location}</p>
      <p>
        <ClosingCountdown closesAt={show.locks_at} />
      </p>
      <ResetDialog show={show} open={isResetOpen} onOpenChange={setIsResetOpen} />
    </Ticket>
  )
}
