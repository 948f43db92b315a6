import type { Show } from '@called-it/shared/contract/shows'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useCurrentUser } from '../../../lib/session.ts'
import { longDate } from '../../../lib/shows/show-date.ts'
import { Button } from '../../../ui/button.tsx'
import { Ticket } from '../../../ui/ticket.tsx'
import { ownPredictionQuery } from '../builder/prediction-queries.ts'
import { ClosingCountdown } from './closing-countdown.tsx'
import { ResetDialog } from './reset-dialog.tsx'
import styles from './upcoming-shows.module.css'
import { usePickShow } from './use-pick-show.ts'

type ShowTicketProps = {
  show: Show
  /** Which of how many it is; null where it is the only one. */
  place: string | null
  /** Whether it is about to be seen: only then it is asked whether the fan has picks for it. */
  isNear: boolean
}

/** A show that is open for picks, with what can be done about it. */
export function ShowTicket({ show, place, isNear }: ShowTicketProps) {
  const hasPrediction = useHasPrediction(show.id, isNear)
  const pickShow = usePickShow()
  const [asksReset, setAsksReset] = useState(false)
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
            <Button variant="quiet" onClick={() => setAsksReset(true)}>
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
      <ResetDialog show={show} open={asksReset} onOpenChange={setAsksReset} />
    </Ticket>
  )
}

function useHasPrediction(showId: number, isAsked: boolean): boolean {
  const { user } = useCurrentUser()
  const { data } = useQuery({ ...ownPredictionQuery(showId), enabled: Boolean(user) && isAsked })
  return Boolean(data)
}
