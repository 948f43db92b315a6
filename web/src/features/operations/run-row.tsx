import { counted } from '@called-it/shared/contract/counted'
import type { ErrorCode } from '@called-it/shared/contract/errors'
import type { Run } from '@called-it/shared/contract/runs'
import type { Show } from '@called-it/shared/contract/shows'
import { isOpenRun, RUN_LABELS, requesterOf } from '../../lib/api/runs.ts'
import { plainDate } from '../../lib/shows/show-date.ts'
import { formatDuration } from '../../lib/words/durations.ts'
import { formatInstant } from '../../lib/words/format-instant.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { RunProgress } from '../../ui/progress.tsx'
import styles from './operations.module.css'
import { useRetryRun } from './use-retry.ts'

/** A retry would stop again: the notice of the import asks. */
const RETIRES_MANY: ErrorCode = 'import_retires_many'

type RunRowProps = {
  run: Run
  /** Undefined if the run is about no show, or the show is unknown or not loaded yet. */
  show: Show | undefined
  isRepeated: boolean
}

export function RunRow({ run, show, isRepeated }: RunRowProps) {
  const retry = useRetryRun()
  const what = describeWork(run)
  return (
    <li className={styles.row} aria-label={what}>
      <div className={styles.facts}>
        <p className={styles.name}>
          {what} <Outcome run={run} />
        </p>
        {run.showId !== null && (
          // An empty line until the show is loaded, so that nothing below moves.
          <p className="small">{show ? `${show.venue}, ${plainDate(show.showdate)}` : '\u00a0'}</p>
        )}
        <p className="soft small tabular">
          {requesterOf(run)} · <time dateTime={run.createdAt}>{formatInstant(run.createdAt)}</time>
          {!isOpenRun(run) && run.workedMs !== null && ` · took ${formatDuration(run.workedMs)}`}
        </p>
        {run.state === 'done' && <p className="small">{describeResult(run)}</p>}
        {run.error && <p className={styles.failure}>{run.error.message}</p>}
      </div>
      {run.state === 'failed' && run.error?.code !== RETIRES_MANY && !isRepeated && (
        <Button
          busy={retry.isPending}
          busyText="retrying..."
          aria-label={`retry ${what}`}
          onClick={() => retry.mutate(run.id)}
        >
          retry
        </Button>
      )}
      {isOpenRun(run) && (
        <div className={styles.progress}>
          <RunProgress run={run} />
        </div>
      )}
    </li>
  )
}

function Outcome({ run }: { run: Run }) {
  if (run.state === 'done') return <Badge tone="good">done</Badge>
  if (run.state === 'failed') return <Badge tone="danger">failed</Badge>
  return <Badge tone="light">{run.state}</Badge>
}

function describeWork({ kind, showId }: Run): string {
  return showId === null ? RUN_LABELS[kind] : `${RUN_LABELS[kind]} show ${showId}`
}

function describeResult({ result }: Run): string {
  const message = typeof result?.message === 'string' ? result.message : null
  const count = result?.processed ?? result?.scoredPredictions
  const scored = typeof count === 'number' ? counted(count, 'prediction') : null
  return [scored, message].filter((part) => part !== null).join('. ')
}
