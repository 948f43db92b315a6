import { setTimeout as wait } from 'node:timers/promises'
import type { LivePublisher } from '@called-it/infra/live/publisher'
import type { Logger } from '@called-it/infra/observability/log'
import { createWorkersMetrics, type WorkersMetrics } from '@called-it/infra/observability/workers-metrics'
import type { Postgres } from '@called-it/infra/postgres/client'
import { watchQueueLoss } from '@called-it/infra/queues/queue-loss'
import { openQueues } from '@called-it/infra/queues/queues'
import { type JobContext, type JobHandlers, startQueueWorkers } from '@called-it/infra/queues/worker'
import type { RedisConnection } from '@called-it/infra/redis/connection'
import type { SetlistSource } from '@called-it/infra/setlist-sources/source'
import type { JobPayload } from '@called-it/shared/contract/jobs'
import type { RunKind } from '@called-it/shared/contract/runs'
import { createFailureRecorder } from './failures.ts'
import { mailKnownAddress } from './jobs/mail-known-address.ts'
import { mailPasswordChanged } from './jobs/mail-password-changed.ts'
import { mailPasswordReset } from './jobs/mail-password-reset.ts'
import type { MailParts } from './jobs/mail-user.ts'
import { mailVerification } from './jobs/mail-verification.ts'
import { sweep } from './jobs/sweep.ts'
import { startRelay } from './relay.ts'
import { runHandlers } from './run-handlers.ts'
import { createRunHost, type RunHost } from './run-host.ts'
import { startSchedule } from './schedule.ts'
import { openScheduledImport } from './scheduled-import.ts'

/** What the workers are built from. `main.ts` opens the real ones, tests bring their own. */
export type WorkersParts = Omit<MailParts, 'db'> & {
  postgres: Postgres
  redis: {
    /** Of the role `producer`. */
    producer: RedisConnection
    /** Of the role `worker`. */
    worker: RedisConnection
  }
  /** Begins every key in Redis. */
  namespace: string
  publisher: LivePublisher
  source: SetlistSource
  /** How often the catalogue is imported by itself; null: never. */
  importEveryMs: number | null
  /** Names this process in the runs that it claims. */
  worker: string
  log: Logger
  /** Absent: what is counted is read by nobody. */
  metrics?: WorkersMetrics
}

export type Workers = {
  /** Takes no further jobs, and resolves when those at work have ended or were left to another worker. */
  stop(): Promise<void>
}

/** A run needs two connections for its COPY, one for its progress, and one for its transactions. */
export const CONCURRENCY = { runs: 2, mail: 4, care: 1 } as const

/** How long what is at work may take to end by itself once the workers stop, and to break off after that. */
const STOP_LIMITS_MS = { end: 15_000, breakOff: 5_000 } as const

/** Starts the workers: the relay that feeds the queues, the handlers of every job, and the schedule. */
export function startWorkers(parts: WorkersParts): Workers {
  const { postgres, redis, namespace, log, metrics = createWorkersMetrics() } = parts
  const { db, pool } = postgres
  const onError = (error: Error) => log.warn({ err: error }, 'a queue has trouble')
  const host = createRunHost({
    ...parts,
    db,
    pool,
    handlers: runHandlers,
    onEnd: (kind, outcome) => metrics.runs.inc({ kind, outcome }),
  })
  const queues = openQueues(redis.producer, { namespace, onError })
  const queueWorkers = startQueueWorkers({
    name: parts.worker,
    redis: redis.worker,
    namespace,
    onError,
    handlers: jobHandlers(parts, host),
    concurrency: CONCURRENCY,
    onFailure: createFailureRecorder({ ...parts, db }),
    onEnd({ job, context: { outboxId, attempt }, outcome, seconds }) {
      metrics.jobDuration.observe({ job, outcome }, seconds)
      log.info({ job, outboxId, attempt, outcome, durationMs: Math.round(seconds * 1000) }, 'a job has ended')
    },
  })
  const scheduledImport = openScheduledImport({ ...parts, db, everyMs: parts.importEveryMs, onError })
  const loss = watchQueueLoss(redis.producer, { namespace })
  const relay = startRelay({
    db,
    pool,
    queues,
    // What loses the queues loses the schedule too; at the start both count as lost.
    loss: {
      mend: (reopen) =>
        loss.mend(async () => {
          await reopen()
          await scheduledImport.register()
        }),
    },
    log,
  })
  const schedule = startSchedule({ db, log })

  return {
    async stop() {
      await Promise.all([schedule.stop(), relay.stop()])
      const ended = Promise.all([queueWorkers.close(), scheduledImport.close()]).then(() => undefined)
      if (!(await isDoneWithin(STOP_LIMITS_MS.end, ended))) {
        host.abort()
        await isDoneWithin(STOP_LIMITS_MS.breakOff, ended)
      }
      if (redis.producer.status === 'ready') await queues.close()
    },
  }
}

function jobHandlers(parts: WorkersParts, host: RunHost): JobHandlers {
  const { db } = parts.postgres
  const carryOut =
    (kind: RunKind) =>
    ({ runId }: JobPayload<RunKind>, context: JobContext) =>
      host.carryOut(kind, runId, context)
  return {
    'score-show': carryOut('score-show'),
    'test-score-show': carryOut('test-score-show'),
    'reset-scores': carryOut('reset-scores'),
    'import-catalogue': carryOut('import-catalogue'),
    'import-setlist': carryOut('import-setlist'),
    'look-up-setlist': carryOut('look-up-setlist'),
    'preview-scores': carryOut('preview-scores'),
    'move-show': carryOut('move-show'),
    'mail-verification': mailVerification({ ...parts, db }),
    'mail-known-address': mailKnownAddress({ ...parts, db }),
    'mail-password-reset': mailPasswordReset({ ...parts, db }),
    'mail-password-changed': mailPasswordChanged({ ...parts, db }),
    sweep: sweep({ ...parts, db }),
  }
}

async function isDoneWithin(limitMs: number, work: Promise<void>): Promise<boolean> {
  const timeUp = new AbortController()
  const limit = wait(limitMs, false, { signal: timeUp.signal }).catch(() => false)
  try {
    return await Promise.race([work.then(() => true), limit])
  } finally {
    timeUp.abort()
  }
}
