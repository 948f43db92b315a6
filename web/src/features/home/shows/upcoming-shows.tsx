import type { Show } from '@called-it/shared/contract/shows'
import { useQuery } from '@tanstack/react-query'
import { ChevronLeft, ChevronRight } from 'lucide-react'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { paths } from '../../../lib/paths.ts'
import { useCurrentUser } from '../../../lib/session.ts'
import { longDate } from '../../../lib/show-date.ts'
import { useSite } from '../../../lib/site.ts'
import { AlertDialog } from '../../../ui/alert-dialog.tsx'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'
import { Loading, Skeleton } from '../../../ui/skeleton.tsx'
import { Ticket } from '../../../ui/ticket.tsx'
import { toast } from '../../../ui/toast.ts'
import { ownPredictionQuery, useResetPrediction } from '../builder/prediction-queries.ts'
import { ClosingCountdown } from './closing-countdown.tsx'
import { useUpcomingShows } from './show-queries.ts'
import styles from './upcoming-shows.module.css'
import { usePickShow } from './use-pick-show.ts'

/** The shows that are open for picks, one ticket at a time. */
export function UpcomingShows({ selectedShowId }: { selectedShowId: number | null }) {
  const { data: shows, isPending, isError, refetch } = useUpcomingShows()
  const heading = useSite().data?.texts.upcomingTitle ?? 'upcoming shows'
  const [chosen, setChosen] = useState<number | null>(null)

  const count = shows?.length ?? 0
  const selected = shows?.findIndex(({ id }) => id === selectedShowId) ?? -1
  const index = count === 0 ? 0 : (chosen ?? Math.max(selected, 0)) % count
  const show = shows?.[index]
  const turn = (step: number) => setChosen((index + step + count) % count)

  return (
    <Card
      heading={heading}
      aside={
        count > 1 && (
          <div className={styles.arrows}>
            <IconButton label="previous show" onClick={() => turn(-1)}>
              <ChevronLeft aria-hidden />
            </IconButton>
            <IconButton label="next show" onClick={() => turn(1)}>
              <ChevronRight aria-hidden />
            </IconButton>
          </div>
        )
      }
    >
      {isPending && (
        <Loading label="Loading shows...">
          <Skeleton height="190px" shape="block" />
        </Loading>
      )}
      {isError && (
        <EmptyState
          drawing="unplugged"
          title="The shows could not be loaded."
          action={<Button onClick={() => void refetch()}>try again</Button>}
        />
      )}
      {shows && !show && (
        <EmptyState title="No upcoming shows scheduled.">
          New dates appear here as soon as they are announced.
        </EmptyState>
      )}
      {show && <ShowTicket key={show.id} show={show} place={`${index + 1} / ${count}`} />}
    </Card>
  )
}

function ShowTicket({ show, place }: { show: Show; place: string }) {
  const hasPrediction = useHasPrediction(show.id)
  const pickShow = usePickShow()
  const [asksReset, setAsksReset] = useState(false)
  return (
    <Ticket
      aria-label={`${longDate(show.showdate)}, ${show.venue}`}
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
          <span className={styles.place}>{place}</span>
        </div>
      }
    >
      <p className="soft small">{longDate(show.showdate)}</p>
      <p className={styles.venue}>{show.venue}</p>
      <p className="soft">{show.location}</p>
      <ClosingCountdown closesAt={show.closes_at} />
      <ResetDialog show={show} open={asksReset} onOpenChange={setAsksReset} />
    </Ticket>
  )
}

function useHasPrediction(showId: number): boolean {
  const { user } = useCurrentUser()
  const { data } = useQuery({ ...ownPredictionQuery(showId), enabled: Boolean(user) })
  return Boolean(data)
}

type ResetDialogProps = { show: Show; open: boolean; onOpenChange: (open: boolean) => void }

function ResetDialog({ show, open, onOpenChange }: ResetDialogProps) {
  const reset = useResetPrediction()
  const navigate = useNavigate()
  const confirm = () =>
    reset.mutate(show.id, {
      onSuccess: () => {
        onOpenChange(false)
        toast({ title: 'setlist pick reset' })
        navigate(paths.home)
      },
      onError: () =>
        toast({
          title: 'Error',
          description: 'Failed to reset setlist. Please try again.',
          variant: 'destructive',
        }),
    })
  return (
    <AlertDialog
      open={open}
      onOpenChange={onOpenChange}
      title="Reset Prediction?"
      description={`Your picks for ${longDate(show.showdate)} will be reset. This cannot be undone.`}
      confirmLabel="Reset"
      busy={reset.isPending}
      busyText="Resetting..."
      onConfirm={confirm}
    />
  )
}
