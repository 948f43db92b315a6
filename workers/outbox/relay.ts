import { setTimeout as wait } from 'node:timers/promises'
import type { Logger } from '@called-it/infra/observability/log'
import type { Postgres } from '@called-it/infra/postgres/client'
import { listenTo } from '@called-it/infra/postgres/listen'
import {
  jobNames,
  listDueJobsForUpdate,
  markEnqueued,
  OUTBOX_CHANNEL,
  reopenEnqueued,
} from '@called-it/infra/postgres/queries/work/outbox'
import type { QueueLoss } from '@called-it/infra/queues/queue-loss'
import type { Queues } from '@called-it/infra/queues/queues'

const POLL_MS = 250
const BATCH = 100

export type RelayParts = Pick<Postgres, 'db' | 'pool'> & {
  queues: Queues
  loss: QueueLoss
  log: Logger
  pollMs?: number
}

export type Relay = { stop(): Promise<void> }

/**
 * Enqueues the open jobs of the outbox: when Postgres notifies of one, and every quarter of a second. Any
 * number of workers may run a relay. While Redis is away the jobs wait in the outbox; when Redis has lost its
 * queues, they are enqueued again.
 */
export function startRelay({ db, pool, queues, loss, log, pollMs = POLL_MS }: RelayParts): Relay {
  const stopped = new AbortController()
  const { signal } = stopped
  let notified = Promise.withResolvers<void>()
  let isHealthy = true

  const listening = listenTo(
    pool,
    OUTBOX_CHANNEL,
    () => notified.resolve(),
    (error) => log.warn({ err: error }, 'LISTEN failed, the outbox is polled only'),
  )
  const ended = relayUntilStopped()

  async function relayUntilStopped(): Promise<void> {
    while (!signal.aborted) {
      notified = Promise.withResolvers()
      const enqueued = await enqueueOrLog()
      if (enqueued < BATCH) {
        await Promise.race([notified.promise, wait(pollMs, undefined, { signal }).catch(() => undefined)])
      }
    }
  }

  /** Logs the first failure and the recovery only. */
  async function enqueueOrLog(): Promise<number> {
    try {
      const enqueued = await enqueueOpenJobs()
      if (!isHealthy) log.info('relay has recovered')
      isHealthy = true
      return enqueued
    } catch (error) {
      if (isHealthy) log.warn({ err: error }, 'relay cannot enqueue jobs')
      isHealthy = false
      return 0
    }
  }

  async function enqueueOpenJobs(): Promise<number> {
    await loss.recover(() => reopenEnqueued(db))
    return db.transaction().execute(async (trx) => {
      const open = await listDueJobsForUpdate(trx, jobNames(), BATCH)
      if (open.length === 0) return 0
      await queues.add(open)
      await markEnqueued(
        trx,
        open.map(({ outboxId }) => outboxId),
      )
      return open.length
    })
  }

  return {
    async stop() {
      stopped.abort()
      await Promise.all([ended, listening.stop()])
    },
  }
}
