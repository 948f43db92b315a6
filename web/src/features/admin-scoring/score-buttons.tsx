import type { AdminShow } from '@called-it/shared/contract/catalogue'
import type { Run } from '@called-it/shared/contract/runs'
import { useState } from 'react'
import { isOpenRun } from '../../lib/runs.ts'
import { useConfig } from '../../lib/site.ts'
import { Button } from '../../ui/button.tsx'
import { LiftOverlay } from './lift-overlay.tsx'
import { useScoreOrder, useTestScoreOrder } from './show-orders.ts'

type ScoreButtonsProps = {
  show: AdminShow
  /** The latest run of the show; while it is open nothing else is ordered. */
  latestRun: Run | null
}

/** What can be ordered for a show: its scores, or a trial while it has none. */
export function ScoreButtons({ show, latestRun }: ScoreButtonsProps) {
  const score = useScoreOrder(show)
  const test = useTestScoreOrder(show)
  const isCovered = useConfig().data?.siteOverlayEnabled === true
  const [offersToLift, setOffersToLift] = useState(false)
  const busy = score.isRunning || test.isRunning || (latestRun !== null && isOpenRun(latestRun))
  const orderScore = () => {
    score.start()
    if (isCovered) setOffersToLift(true)
  }
  return (
    <>
      {!show.is_scored && (
        <Button
          busy={test.isRunning}
          busyText="Testing..."
          disabled={busy && !test.isRunning}
          onClick={test.start}
        >
          Test Score
        </Button>
      )}
      <Button
        variant={show.is_scored ? 'plain' : 'main'}
        busy={score.isRunning}
        busyText={show.is_scored ? 'Rescoring...' : 'Scoring...'}
        disabled={busy && !score.isRunning}
        onClick={orderScore}
      >
        {show.is_scored ? 'Rescore' : 'Score Show'}
      </Button>
      <LiftOverlay open={offersToLift} onOpenChange={setOffersToLift} />
    </>
  )
}
