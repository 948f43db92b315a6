import { setTimeout as wait } from 'node:timers/promises'
import type { Logger } from '@called-it/infra/observability/log'
import type { Postgres } from '@called-it/infra/postgres/client'
import { listenTo } from '@called-it/infra/postgres/listen'
import {
  jobNames,
  lockDueJobs,
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
  /** How often the outbox is looked at while nobody tells of an order. */
  pollMs?: number
}

export type Relay = { stop(): Promise<void> }

/**
 * Hands open jobs of the outbox to the queue, every quarter of a second and as soon as one is ordered. Any
 * number of workers may do so side by side. While Redis or Postgres is away the jobs wait in the outbox;
 * when the queue was lost, they are handed over anew.
 */
export function startRelay({ db, pool, queues, loss, log, pollMs = POLL_MS }: RelayParts): Relay {
  const stopped = new AbortController()
  const { signal } = stopped
  let woken = Promise.withResolvers<void>()
  let isWorking = true

  const listening = listenTo(
    pool,
    OUTBOX_CHANNEL,
    () => woken.resolve(),
    (error) => log.warn({ err: error }, 'the outbox is polled only'),
  )
  const ended = relayUntil()

  async function relayUntil(): Promise<void> {
    while (!signal.aborted) {
      woken = Promise.withResolvers()
      const handedOver = await handOverOrLog()
      if (handedOver < BATCH) {
        await Promise.race([woken.promise, wait(pollMs, undefined, { signal }).catch(() => undefined)])
      }
    }
  }

  async function handOverOrLog(): Promise<number> {
    try {
      const handedOver = await handOver()
      if (!isWorking) log.info('the outbox is handed over again')
      isWorking = true
      return handedOver
    } catch (error) {
      if (isWorking) log.warn({ err: error }, 'the outbox cannot be handed over now')
      isWorking = false
      return 0
    }
  }

  async function handOver(): Promise<number> {
    await loss.mend(() => reopenEnqueued(db))
    return db.transaction().execute(async (trx) => {
      const open = await lockDueJobs(trx, jobNames(), BATCH)
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
