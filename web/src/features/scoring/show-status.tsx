import type { AdminShow } from '@called-it/shared/contract/catalogue'
import type { Run } from '@called-it/shared/contract/runs'
import { isOpenRun, runLabel } from '../../lib/api/runs.ts'
import { t } from '../../lib/words/texts.ts'
import { Badge } from '../../ui/badge.tsx'

export type Status = 'scoring' | 'rescoring' | 'testing' | 'scored' | 'tested' | 'error'

const SCORING_KINDS: readonly Run['kind'][] = ['score-show', 'test-score-show', 'reset-scores']

export function latestScoringRun(runs: readonly Run[] | undefined, showId: number): Run | null {
  return runs?.find((run) => run.showId === showId && SCORING_KINDS.includes(run.kind)) ?? null
}

export function statusOf(show: Pick<AdminShow, 'is_scored'>, run: Run | null): Status | null {
  const ended = show.is_scored ? 'scored' : null
  if (!run) return ended
  if (isOpenRun(run)) {
    if (run.kind === 'test-score-show') return 'testing'
    if (run.kind === 'reset-scores') return ended
    return show.is_scored ? 'rescoring' : 'scoring'
  }
  if (run.state === 'failed') return 'error'
  return run.kind === 'test-score-show' && !show.is_scored ? 'tested' : ended
}

const LOOKS = {
  scoring: { tone: 'soft', text: 'scoring.is-scoring' },
  rescoring: { tone: 'soft', text: 'scoring.is-rescoring' },
  testing: { tone: 'soft', text: 'scoring.is-testing' },
  scored: { tone: 'good', text: 'scoring.is-scored' },
  tested: { tone: 'soft', text: 'scoring.is-tested' },
  error: { tone: 'danger', text: 'scoring.is-error' },
} as const

/** A scored show keeps its badge while another run is open. */
export function ShowStatus({ show, status }: { show: AdminShow; status: Status | null }) {
  return (
    <>
      {show.is_scored && status !== 'scored' && <Badge tone="good">{t(LOOKS.scored.text)}</Badge>}{' '}
      {status && <Badge tone={LOOKS[status].tone}>{t(LOOKS[status].text)}</Badge>}
    </>
  )
}

export function failureOf(run: Run | null): string | null {
  if (run?.state !== 'failed') return null
  return t('scoring.run-failed', { run: runLabel(run.kind), reason: run.error?.message ?? '' })
}
