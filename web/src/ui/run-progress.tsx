import type { Run } from '@called-it/shared/contract/runs'
import { paceOf, printPace } from '../lib/pace.ts'
import { orderedBy, RUN_LABELS } from '../lib/runs.ts'
import { Progress } from './progress.tsx'

/** How far a run is, who ordered it, and how long it will still take. */
export function RunProgress({ run }: { run: Run }) {
  const pace = run.state === 'running' ? paceOf(run) : null
  const what = RUN_LABELS[run.kind]
  return (
    <Progress
      label={run.state === 'queued' ? `${what}: waiting` : what}
      note={orderedBy(run)}
      done={run.done}
      total={run.total}
      pace={pace && printPace(pace)}
    />
  )
}
