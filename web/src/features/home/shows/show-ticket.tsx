import type { Show } from '@called-it/shared/contract/shows'
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
  /** As in `2 / 8`; null for the only show. */
  place: string | null
  /** True when at most one slide away: only then the user's prediction is requested. */
  isNear: boolean
}

export function ShowTicket({ show, place, isNear }: ShowTicketProps) {
  const hasPrediction = Boolean(useCurrentUserPrediction(show.id, { enabled: isNear }).data)
  const pickShow = usePickShow()
  const [isResetOpen, setIsResetOpen] = useState(false)
  return (
    <Ticket
      aria-label={`${longDate(show.showdate)}, ${show.venue}`}
      className={styles.ticket}
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
          {place && <span className={styles.place}>{place}</span>}
        </div>
      }
    >
      <p className="soft small">{longDate(show.showdate)}</p>
      <p className={styles.venue}>{show.venue}</p>
      <p className="soft">{show.location}</p>
      <p>
        <ClosingCountdown closesAt={show.closes_at} />
      </p>
      <ResetDialog show={show} open={isResetOpen} onOpenChange={setIsResetOpen} />
    </Ticket>
  )
}
