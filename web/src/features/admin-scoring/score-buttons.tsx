import type { AdminShow } from '@called-it/shared/contract/catalogue'
import type { Run } from '@called-it/shared/contract/runs'
import { useState } from 'react'
import { isOpenRun } from '../../lib/runs.ts'
import { useConfig } from '../../lib/site.ts'
import { Button } from '../../ui/button.tsx'
import { LiftOverlay } from './lift-overlay.tsx'
import { useScoreShow, useTestScoreShow } from './show-run-requests.ts'

type ScoreButtonsProps = {
  show: AdminShow
  /** While it is open, no other run can be requested. */
  latestRun: Run | null
}

export function ScoreButtons({ show, latestRun }: ScoreButtonsProps) {
  const score = useScoreShow(show)
  const test = useTestScoreShow(show)
  const isCovered = useConfig().data?.siteOverlayEnabled === true
  const [offersToLift, setOffersToLift] = useState(false)
  const busy = score.isRunning || test.isRunning || (latestRun !== null && isOpenRun(latestRun))
  const startScoring = () => {
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
        onClick={startScoring}
      >
        {show.is_scored ? 'Rescore' : 'Score Show'}
      </Button>
      <LiftOverlay open={offersToLift} onOpenChange={setOffersToLift} />
    </>
  )
}
