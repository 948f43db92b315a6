import { Counter, Histogram, Registry } from 'prom-client'
import { METRIC_PREFIX } from './metrics.ts'

/** Seconds; a mail is in the first, an import of years of setlists beyond the last. */
const JOB_BUCKETS = [0.05, 0.25, 1, 2.5, 5, 15, 60, 300]

/** An `interrupted` run is resumed later. */
export type RunOutcome = 'done' | 'failed' | 'interrupted'

export type WorkersMetrics = {
  readonly jobDuration: Histogram<'job' | 'outcome'>
  readonly runs: Counter<'kind' | 'outcome'>
}

export function createWorkersMetrics(registry = new Registry()): WorkersMetrics {
  const registers = [registry]
  return {
    jobDuration: new Histogram({
      name: `${METRIC_PREFIX}job_duration_seconds`,
      help: 'Time that a worker spent on one attempt of a job, by outcome',
      labelNames: ['job', 'outcome'],
      buckets: JOB_BUCKETS,
      registers,
    }),
    runs: new Counter({
      name: `${METRIC_PREFIX}runs_total`,
      help: 'Runs executed by a worker, by outcome; an interrupted run is resumed later',
      labelNames: ['kind', 'outcome'],
      registers,
    }),
  }
}
