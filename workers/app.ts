import { setTimeout as wait } from 'node:timers/promises'
import type { EventPublisher } from '@called-it/infra/events/publisher'
import type { Logger } from '@called-it/infra/observability/log'
import { logRepeatedError } from '@called-it/infra/observability/repeated-error'
import { createWorkersMetrics, type WorkersMetrics } from '@called-it/infra/observability/workers-metrics'
import type { Outbound } from '@called-it/infra/outbound/outbound'
import type { Postgres } from '@called-it/infra/postgres/client'
import { postponeJob } from '@called-it/infra/postgres/queries/work/outbox'
import { watchQueueLoss } from '@called-it/infra/queues/queue-loss'
import { openQueues } from '@called-it/infra/queues/queues'
import { startQueueWorkers } from '@called-it/infra/queues/worker'
import type { RedisConnection } from '@called-it/infra/redis/connection'
import type { SettingsKeys } from '@called-it/infra/secrets/settings-keys'
import type { SetlistSource } from '@called-it/infra/setlist-sources/source'
import type { Schedule } from '@called-it/shared/game/calendar'
import { startBackupWork } from './backups/backup-work.ts'
import type { WorkersSettings } from './config.ts'
import { freezeChances } from './jobs/chances/freeze-chances.ts'
import { makeChances } from './jobs/chances/update-chances.ts'
import { commitPicks } from './jobs/locks/commit-picks.ts'
import { createAddressMailJobs } from './jobs/notifications/address-mail-jobs.ts'
import { adoptSlice } from './jobs/notifications/adopt-slice.ts'
import { announceWeek } from './jobs/notifications/announce-week.ts'
import { createMailJobs, type MailParts } from './jobs/notifications/mail-jobs.ts'
import { notifyUsers } from './jobs/notifications/notify-users.ts'
import { sendAnnouncement } from './jobs/notifications/send-announcement.ts'
import { deliverWebhook } from './jobs/outlets/deliver-webhook.ts'
import { awardBadges } from './jobs/scores/award-badges.ts'
import { sumAboveExpectation } from './jobs/scores/sum-above-expectation.ts'
import { sweep } from './jobs/sweep.ts'
import { type LiveParts, startLiveBoards } from './live/live-boards.ts'
import { startSourcePoller } from './live/source-poller.ts'
import { startMessageSenders } from './messages/message-senders.ts'
import { createFailureRecorder } from './outbox/failures.ts'
import { startRelay } from './outbox/relay.ts'
import { createRunExecutor } from './runs/run-executor.ts'
import { runHandlers } from './runs/run-handlers.ts'
import { startAutomaticScoring } from './schedule/automatic-scoring.ts'
import { startChanceSchedule } from './schedule/chance-schedule.ts'
import { startPickCommitments } from './schedule/pick-commitments.ts'
import { startPickReminders } from './schedule/pick-reminders.ts'
import { startRecomputation } from './schedule/recomputation.ts'
import { openScheduledImport } from './schedule/scheduled-import.ts'
import { startSweepSchedule } from './schedule/sweep-schedule.ts'
import { startWeeklyTables } from './schedule/weekly-tables.ts'

export type WorkersParts = Omit<MailParts, 'db'> & {
  postgres: Postgres
  redis: {
    producer: RedisConnection
    worker: RedisConnection
  }
  live: Pick<LiveParts, 'postgres' | 'redis'>
  namespace: string
  publisher: EventPublisher
  /** To addresses that admins and users chose. */
  outbound: Outbound
  /** What secrets in the database are encrypted with. */
  settingsKeys: SettingsKeys
  /** Always the current values: read a field where it is needed. */
  settings: Pick<WorkersSettings, 'places' | 'importEveryMs' | 'liveSetlist' | 'autoFinal' | 'backups'>
  /** Calls it after each change of the settings or the schedule. */
  onSettingsChange(listener: () => void): void
  /** The source of now: a run keeps the one that it began with. */
  readSource: () => SetlistSource
  /** With the uploaded setlists. */
  dataDir: string
  /** The band's. */
  schedule: Schedule
  /** Recorded in the runs that this process claims. */
  worker: string
  log: Logger
  metrics?: WorkersMetrics
}

export type Workers = {
  /** Takes no further jobs, and resolves when the active ones have ended or were released. */
  stop(): Promise<void>
}

/** A run uses four connections: two for COPY, one for its heartbeat and one for its transactions. */
export const CONCURRENCY = { runs: 2, chances: 1, mail: 4, webhooks: 4, maintenance: 2, totals: 2 } as const

/** For active jobs to end by themselves, and to abort after that. */
const STOP_TIMEOUTS_MS = { end: 15_000, abort: 5_000 } as const

export function startWorkers(parts: WorkersParts): Workers {
  const { postgres, redis, namespace, log, metrics = createWorkersMetrics() } = parts
  const { db, pool } = postgres
  // First: after a crash pages wait for nothing else.
  const liveBoards = startLiveBoards({
    ...parts,
    ...parts.live,
    onStored: (seconds) => metrics.liveBoardDuration.observe(seconds),
  })
  const onError = logRepeatedError(log, 'queue error')
  const executor = createRunExecutor({
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
    executeRun: executor.execute,
    handlers: {
      ...createMailJobs({ ...parts, db }),
      ...createAddressMailJobs({ ...parts, db }),
      'deliver-webhook': deliverWebhook({ ...parts, db }),
      'commit-picks': commitPicks({ ...parts, db }),
      'send-announcement': sendAnnouncement({ ...parts, db, pool }),
      'notify-users': notifyUsers({ ...parts, db }),
      'announce-week': announceWeek({ ...parts, db }),
      'make-chances': makeChances({ db }),
      'freeze-chances': freezeChances({ ...parts, db }),
      'sum-above-expectation': sumAboveExpectation({ ...parts, db }),
      'award-badges': awardBadges({ ...parts, db }),
      sweep: sweep({ ...parts, db }),
      'send-messages': adoptSlice({ db }),
    },
    concurrency: CONCURRENCY,
    onFailure: createFailureRecorder({ ...parts, db }),
    onBusy: ({ outboxId }) => postponeJob(db, outboxId),
    onStart: (job) => metrics.activeJobs.inc({ job }),
    onEnd({ job, context: { outboxId, attempt }, outcome, seconds }) {
      metrics.activeJobs.dec({ job })
      metrics.jobDuration.observe({ job, outcome }, seconds)
      log.info({ job, outboxId, attempt, outcome, durationMs: Math.round(seconds * 1000) }, 'job ended')
    },
  })
  const messageSenders = startMessageSenders({ ...parts, db, pool, metrics })
  const scheduledImport = openScheduledImport({
    ...parts,
    db,
    everyMs: () => parts.settings.importEveryMs,
    onError,
  })
  const loss = watchQueueLoss(redis.producer, { namespace })
  const relay = startRelay({
    db,
    pool,
    queues,
    // The import schedule is lost with the queues. Both count as lost at the start.
    loss: {
      recover: (reopen) =>
        loss.recover(async () => {
          await reopen()
          await scheduledImport.register()
        }),
    },
    log,
  })
  const backupWork = startBackupWork({ ...parts, db, pool })
  const sweepSchedule = startSweepSchedule({ db, log })
  const pickCommitments = startPickCommitments({ db, log })
  const chanceSchedule = startChanceSchedule({ db, log })
  const pickReminders = startPickReminders({ ...parts, db })
  const weeklyTables = startWeeklyTables({ db, log })
  const recomputation = startRecomputation({ ...parts, db })
  const sourcePoller = startSourcePoller({ ...parts, db })
  const automaticScoring = startAutomaticScoring({ ...parts, db })
  parts.onSettingsChange(() => {
    recomputation.check()
    scheduledImport.register().catch(onError)
  })

  return {
    async stop() {
      await Promise.all([
        sweepSchedule.stop(),
        pickCommitments.stop(),
        chanceSchedule.stop(),
        pickReminders.stop(),
        weeklyTables.stop(),
        recomputation.stop(),
        sourcePoller.stop(),
        automaticScoring.stop(),
        liveBoards.stop(),
        relay.stop(),
      ])
      const ended = Promise.all([
        queueWorkers.close(),
        scheduledImport.close(),
        messageSenders.stop(),
        backupWork.stop(),
      ]).then(() => undefined)
      if (!(await isDoneWithin(STOP_TIMEOUTS_MS.end, ended))) {
        executor.abort()
        await isDoneWithin(STOP_TIMEOUTS_MS.abort, ended)
      }
      if (redis.producer.status === 'ready') await queues.close()
    },
  }
}

function isDoneWithin(limitMs: number, work: Promise<void>): Promise<boolean> {
  return Promise.race([work.then(() => true), wait(limitMs, false, { ref: false })])
}
