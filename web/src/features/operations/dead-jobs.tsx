import type { DeadJob } from '@called-it/shared/contract/operations'
import { formatInstant } from '../../lib/words/format-instant.ts'
import { Button } from '../../ui/button.tsx'
import styles from './operations.module.css'
import { useRetryDeadJob, useRetryRun } from './use-retry.ts'

/** @param count of all dead jobs; `jobs` are the latest */
export function DeadJobs({ jobs, count }: { jobs: readonly DeadJob[]; count: number }) {
  if (jobs.length === 0) return null
  return (
    <section aria-labelledby="operations-dead">
      <h3 id="operations-dead" className={styles.title}>
        given up <small className={styles.count}>{count}</small>
      </h3>
      <ul className={styles.rows} aria-labelledby="operations-dead">
        {jobs.map((job) => (
          <DeadJobRow key={job.id} job={job} />
        ))}
      </ul>
    </section>
  )
}

function DeadJobRow({ job: { id, job, runId, failures, lastError, deadAt } }: { job: DeadJob }) {
  const retryJob = useRetryDeadJob()
  const retryRun = useRetryRun()
  const times = failures === 1 ? 'failed once' : `failed ${failures} times`
  return (
    <li className={styles.row}>
      <div className={styles.facts}>
        <p className={styles.name}>{job}</p>
        <p className="soft small">
          {times}, given up <time dateTime={deadAt}>{formatInstant(deadAt)}</time>
        </p>
        {lastError !== null && <p className={styles.failure}>{lastError}</p>}
      </div>
      <Button
        busy={retryJob.isPending || retryRun.isPending}
        busyText="retrying..."
        aria-label={`retry ${job}`}
        onClick={() => (runId === null ? retryJob.mutate(id) : retryRun.mutate(runId))}
      >
        retry
      </Button>
    </li>
  )
}
