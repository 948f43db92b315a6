import type { AdminShow } from '@called-it/shared/contract/catalogue'
import { useState } from 'react'
import { serverNow } from '../../lib/api/server-clock.ts'
import { useConfig } from '../../lib/api/site.ts'
import { Button } from '../../ui/button.tsx'
import { AlertDialog } from '../../ui/dialogs.tsx'
import { LiftOverlay } from './lift-overlay.tsx'
import { usePicksState } from './picks-state.tsx'
import styles from './scoring.module.css'
import type { ShowScoring } from './use-show-scoring.ts'

type ScoreButtonsProps = {
  show: AdminShow
  scoring: ShowScoring
  /** Whether it is what the page is for. */
  isNext?: boolean
}

export function ScoreButtons({ show, scoring, isNext = false }: ScoreButtonsProps) {
  const { isBusy, isScoring, isTesting, asksToClosePicks, setAsksToClosePicks } = scoring
  const isEarly = usePicksState(show) === 'open'
  const isCovered = useConfig().data?.siteOverlayEnabled === true
  const [offersToLift, setOffersToLift] = useState(false)
  // An excluded show is scored if the source lists it again: the run asks.
  const isCancelledByAdmin = show.is_cancelled && !show.excluded
  const startScoring = () => {
    // What the page holds may be older than the lock.
    if (show.is_open && serverNow() < Date.parse(show.locks_at)) return setAsksToClosePicks(true)
    scoring.score()
    setOffersToLift(isCovered)
  }
  const closePicks = () => {
    setAsksToClosePicks(false)
    scoring.closePicksAndScore()
    setOffersToLift(isCovered)
  }
  const leavePicks = (open: boolean) => {
    setAsksToClosePicks(open)
    if (!open) setOffersToLift(false)
  }
  return (
    <>
      {!show.is_scored && (
        <Button busy={isTesting} busyText="Testing..." disabled={isBusy && !isTesting} onClick={scoring.test}>
          Test Score
        </Button>
      )}
      <Button
        variant={isNext && !isEarly ? 'main' : 'plain'}
        className={isEarly ? styles.early : undefined}
        busy={isScoring}
        busyText={show.is_scored ? 'Rescoring...' : 'Scoring...'}
        disabled={isCancelledByAdmin || (isBusy && !isScoring)}
        onClick={startScoring}
      >
        {show.is_scored ? 'Rescore' : 'Score Show'}
      </Button>
      <AlertDialog
        open={asksToClosePicks}
        onOpenChange={leavePicks}
        title="close the picks?"
        description="Picks for this show are still open. Scoring closes them at once, for everybody; they open again only if the scoring fails."
        cancelLabel="leave them open"
        confirmLabel="close picks and score"
        onConfirm={closePicks}
      />
      <LiftOverlay open={offersToLift && !asksToClosePicks} onOpenChange={setOffersToLift} />
    </>
  )
}
