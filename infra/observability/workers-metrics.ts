import { Counter, Histogram, Registry } from 'prom-client'
import { METRIC_PREFIX } from './metrics.ts'

/** Seconds; a mail is among the first, an import of years of setlists beyond the last. */
const JOB_BUCKETS = [0.05, 0.25, 1, 2.5, 5, 15, 60, 300]

/** How a worker's turn at a run ended; after `broken_off` it is taken up again. */
export type RunOutcome = 'done' | 'failed' | 'broken_off'

export type WorkersMetrics = {
  readonly jobDuration: Histogram<'job' | 'outcome'>
  readonly runs: Counter<'kind' | 'outcome'>
}

/** Declares the workers' own figures. Absent a registry they are counted, and nobody reads them. */
export function createWorkersMetrics(registry = new Registry()): WorkersMetrics {
  const registers = [registry]
  return {
    jobDuration: new Histogram({
      name: `${METRIC_PREFIX}job_duration_seconds`,
      help: 'Time that a worker spent on a job, by how it ended',
      labelNames: ['job', 'outcome'],
      buckets: JOB_BUCKETS,
      registers,
    }),
    runs: new Counter({
      name: `${METRIC_PREFIX}runs_total`,
      help: 'Runs that a worker carried out, by how they ended; one that was broken off is taken up again',
      labelNames: ['kind', 'outcome'],
      registers,
    }),
  }
}
