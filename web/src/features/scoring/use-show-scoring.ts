import type { Run } from '@called-it/shared/contract/runs'
import type { Show } from '@called-it/shared/contract/shows'
import { useState } from 'react'
import { hasCode } from '../../lib/api/api.ts'
import { isOpenRun } from '../../lib/api/runs.ts'
import { useScoreShow, useTestScoreShow } from './show-run-requests.ts'
import { latestScoringRun, type Status, statusOf } from './show-status.tsx'

export type ShowScoring = {
  latestRun: Run | null
  /** The latest that scores, tests or resets. */
  scoringRun: Run | null
  status: Status | null
  /** While it is true, no other run can be requested. */
  isBusy: boolean
  isScoring: boolean
  isTesting: boolean
  /** Whether the question is open if the picks are to be closed. */
  asksToClosePicks: boolean
  setAsksToClosePicks: (asks: boolean) => void
  score: () => void
  closePicksAndScore: () => void
  test: () => void
}

/** The scoring of one show: its runs, and what this page has requested. */
export function useShowScoring(show: Show, runs: readonly Run[] | undefined): ShowScoring {
  const latestRun = runs?.find(({ showId }) => showId === show.id) ?? null
  const scoringRun = latestScoringRun(runs, show.id)
  const runId = scoringRun?.id ?? null
  // The latest run when a request failed. Any later run replaces the failure.
  const [failedAt, setFailedAt] = useState<{ runId: number | null } | null>(null)
  const [asksToClosePicks, setAsksToClosePicks] = useState(false)

  const onFailure = (error: Error): boolean => {
    const isQuestion = hasCode(error, 'picks_open')
    if (isQuestion) setAsksToClosePicks(true)
    else setFailedAt({ runId })
    return isQuestion
  }
  const score = useScoreShow(show, { closePicks: false, onFailure })
  const closing = useScoreShow(show, { closePicks: true, onFailure })
  const test = useTestScoreShow(show, onFailure)

  const isScoring = score.isRunning || closing.isRunning
  return {
    latestRun,
    scoringRun,
    status: failedAt !== null && failedAt.runId === runId ? 'error' : statusOf(show, scoringRun),
    isBusy: isScoring || test.isRunning || (latestRun !== null && isOpenRun(latestRun)),
    isScoring,
    isTesting: test.isRunning,
    asksToClosePicks,
    setAsksToClosePicks,
    score: score.start,
    closePicksAndScore: closing.start,
    test: test.start,
  }
}
