import { Counter, Histogram, Registry } from 'prom-client'
import { describeMetric } from './metrics.ts'

/** Seconds; a mail is in the first, an import of years of setlists beyond the last. */
const JOB_BUCKETS = [0.05, 0.25, 1, 2.5, 5, 15, 60, 300]

/** An `interrupted` run is resumed later. */
export type RunOutcome = 'done' | 'failed' | 'interrupted'

export type WorkersMetrics = ReturnType<typeof createWorkersMetrics>

export function createWorkersMetrics(registry = new Registry()) {
  const metric = describeMetric(registry)
  return {
    jobDuration: new Histogram({
      ...metric('job_duration_seconds', 'Time that a worker spent on one attempt of a job, by outcome'),
      labelNames: ['job', 'outcome'],
      buckets: JOB_BUCKETS,
    }),
    runs: new Counter({
      ...metric('runs_total', 'Runs executed by a worker, by outcome; an interrupted run is resumed later'),
      labelNames: ['kind', 'outcome'],
    }),
  }
}
