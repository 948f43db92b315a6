import type { Run } from '@called-it/shared/contract/runs'
import type { Show } from '@called-it/shared/contract/shows'
import { isOpenRun, RUN_LABELS, requesterOf } from '../../lib/runs.ts'
import { plainDate } from '../../lib/shows/show-date.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { RunProgress } from '../../ui/run-progress.tsx'
import styles from './operations.module.css'
import { printMoment, printSpan } from './spans.ts'
import { useRetryRun } from './use-retry.ts'

type RunRowProps = {
  run: Run
  /** The show that it is about; undefined where it is about none, or nothing is known of it. */
  show: Show | undefined
  /** The same work was ordered again since, so that there is nothing to retry. */
  isRepeated: boolean
}

/** A run: what, by whom, when, for how long, and how far it is or how it ended. */
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
          // Its line is kept until it is known, so that nothing below it moves.
          <p className="small">{show ? `${show.venue}, ${plainDate(show.showdate)}` : '\u00a0'}</p>
        )}
        <p className="soft small tabular">
          {requesterOf(run)} · <time dateTime={run.createdAt}>{printMoment(run.createdAt)}</time>
          {!isOpenRun(run) && run.workedMs !== null && ` · took ${printSpan(run.workedMs)}`}
        </p>
        {run.state === 'done' && <p className="small">{describeResult(run)}</p>}
        {run.error && <p className={styles.failure}>{run.error.message}</p>}
      </div>
      {run.state === 'failed' && !isRepeated && (
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

/** What a result says, or how many predictions it counts. */
function describeResult({ result }: Run): string {
  if (typeof result?.message === 'string') return result.message
  const count = result?.processed ?? result?.scoredPredictions
  return typeof count === 'number' ? `${count.toLocaleString('en-US')} predictions` : ''
}
