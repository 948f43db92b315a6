import { Counter, Gauge, Histogram, Registry } from 'prom-client'
import { describeMetric } from './metrics.ts'

/** Seconds; a mail is in the first, an import of years of setlists beyond the last. */
const JOB_BUCKETS = [0.05, 0.25, 1, 2.5, 5, 15, 60, 300]

/** Seconds; the last ones are those of loading the predictions. */
const LIVE_BOARD_BUCKETS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5]

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
    activeJobs: new Gauge({
      ...metric('jobs_active', 'Jobs that a worker is running'),
      labelNames: ['job'],
    }),
    liveBoardDuration: new Histogram({
      ...metric('live_board_seconds', 'Time from reading a new setlist of a show to its stored live board'),
      buckets: LIVE_BOARD_BUCKETS,
    }),
    runs: new Counter({
      ...metric('runs_total', 'Runs executed by a worker, by outcome; an interrupted run is resumed later'),
      labelNames: ['kind', 'outcome'],
    }),
    messages: new Counter({
      ...metric(
        'messages_total',
        'Pushes and mails that were tried or given up, by push service and outcome',
      ),
      labelNames: ['channel', 'service', 'outcome'],
    }),
  }
}
