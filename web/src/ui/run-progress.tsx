import type { Run } from '@called-it/shared/contract/runs'
import { formatThroughput, throughputOf } from '../lib/api/run-throughput.ts'
import { RUN_LABELS, requesterOf } from '../lib/api/runs.ts'
import { Progress } from './progress.tsx'

export function RunProgress({ run }: { run: Run }) {
  const pace = run.state === 'running' ? throughputOf(run) : null
  const what = RUN_LABELS[run.kind]
  return (
    <Progress
      label={run.state === 'queued' ? `${what}: waiting` : what}
      note={requesterOf(run)}
      done={run.done}
      total={run.total}
      pace={pace && formatThroughput(pace)}
    />
  )
}
