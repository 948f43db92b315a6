import { jobs } from '@called-it/shared/contract/jobs'
import type { Redis } from 'ioredis'
import { Gauge } from 'prom-client'
import type { Postgres } from '../postgres/client.ts'
import { listMessageMetrics } from '../postgres/queries/notifications/messages.ts'
import { getBackupMetrics } from '../postgres/queries/work/backup-work.ts'
import { listOutboxMetrics } from '../postgres/queries/work/outbox-maintenance.ts'
import { openQueueStates, type QueueState } from '../queues/queue-states.ts'
import { QUEUE_NAMES } from '../queues/queues.ts'
import type { RedisRole } from '../redis/connection.ts'
import { describeMetric, type Metrics } from './metrics.ts'

export type StoreParts = {
  readonly postgres: Pick<Postgres, 'db' | 'pool'>
  /** The program's connections; `producer` reads the queues. */
  readonly redis: Readonly<Partial<Record<RedisRole, Redis>> & { producer: Redis }>
  readonly namespace: string
}

/**
 * Collects metrics of Postgres, Redis, the outbox and the queues at each scrape. For a service that does not respond in
 * time `up` is 0, and its other metrics are absent.
 */
export function measureStores(metrics: Metrics, { postgres, redis, namespace }: StoreParts): void {
  const gauges = declareGauges(metrics)
  const readStates = openQueueStates(redis.producer, { namespace, onError: () => undefined })
  metrics.beforeScrape(async () => readConnections(gauges, postgres.pool, redis))
  metrics.beforeScrape(() => readOutbox(gauges, postgres.db))
  metrics.beforeScrape(() => readMessages(gauges, postgres.db))
  metrics.beforeScrape(() => readBackups(gauges, postgres.db))
  metrics.beforeScrape(() => readQueues(gauges, readStates))
}

type Gauges = ReturnType<typeof declareGauges>

function declareGauges({ registry }: Metrics) {
  const metric = describeMetric(registry)
  const gauge = <Label extends string>(name: string, help: string, label: Label) =>
    new Gauge({ ...metric(name, help), labelNames: [label] })
  return {
    up: gauge('up', 'Whether the service responded to this program within the scrape', 'service'),
    pool: gauge('postgres_pool_connections', 'Connections of the pool: busy, idle, and the maximum', 'state'),
    poolWaiting: new Gauge(metric('postgres_pool_waiting', 'Queries waiting for a connection to Postgres')),
    redisConnected: gauge('redis_connected', 'Whether the connection to Redis is ready, by role', 'role'),
    outboxPending: gauge('outbox_pending', 'Jobs enqueued and not done', 'queue'),
    outboxDead: gauge('outbox_dead_letters', 'Jobs that are not retried any more', 'queue'),
    outboxOldest: gauge(
      'outbox_oldest_age_seconds',
      'Age of the oldest pending job that no worker has started',
      'queue',
    ),
    messagesWaiting: gauge('messages_waiting', 'Pushes and mails of notifications not sent', 'channel'),
    messagesOldest: gauge(
      'messages_oldest_age_seconds',
      'Time since the oldest of them should have been sent, or tried again',
      'channel',
    ),
    backupAge: new Gauge(metric('backup_age_seconds', 'Time since the newest backup by the workers')),
    backupFailed: new Gauge(metric('backup_failed', 'Whether the newest backup by the workers has failed')),
    queueWaiting: gauge('queue_waiting_jobs', 'Jobs in the queue that no worker has taken', 'queue'),
    queueActive: gauge('queue_active_jobs', 'Jobs that a worker has taken', 'queue'),
    queueOldest: gauge('queue_oldest_age_seconds', 'Age of the next job of the queue', 'queue'),
  }
}

function readConnections(gauges: Gauges, pool: Postgres['pool'], redis: StoreParts['redis']): void {
  gauges.pool.set({ state: 'busy' }, pool.totalCount - pool.idleCount)
  gauges.pool.set({ state: 'idle' }, pool.idleCount)
  gauges.pool.set({ state: 'max' }, pool.options.max)
  gauges.poolWaiting.set(pool.waitingCount)
  for (const [role, connection] of Object.entries(redis)) {
    gauges.redisConnected.set({ role }, connection.status === 'ready' ? 1 : 0)
  }
}

async function readOutbox(gauges: Gauges, db: Postgres['db']): Promise<void> {
  gauges.up.set({ service: 'postgres' }, 0)
  for (const gauge of [gauges.outboxPending, gauges.outboxDead, gauges.outboxOldest]) gauge.reset()
  const counts = await listOutboxMetrics(db)
  gauges.up.set({ service: 'postgres' }, 1)
  for (const queue of QUEUE_NAMES) {
    const ofQueue = counts.filter(({ job }) => jobs[job].queue === queue)
    const sum = (field: 'open' | 'dead') => ofQueue.reduce((total, row) => total + row[field], 0)
    gauges.outboxPending.set({ queue }, sum('open'))
    gauges.outboxDead.set({ queue }, sum('dead'))
    gauges.outboxOldest.set({ queue }, Math.max(0, ...ofQueue.map(({ oldestSeconds }) => oldestSeconds)))
  }
}

async function readMessages(gauges: Gauges, db: Postgres['db']): Promise<void> {
  for (const gauge of [gauges.messagesWaiting, gauges.messagesOldest]) gauge.reset()
  const counts = await listMessageMetrics(db)
  for (const channel of ['push', 'mail']) {
    const found = counts.find((row) => row.channel === channel)
    gauges.messagesWaiting.set({ channel }, found?.waiting ?? 0)
    gauges.messagesOldest.set({ channel }, found?.oldestSeconds ?? 0)
  }
}

async function readBackups(gauges: Gauges, db: Postgres['db']): Promise<void> {
  for (const gauge of [gauges.backupAge, gauges.backupFailed]) gauge.remove()
  const { age, hasFailed } = await getBackupMetrics(db)
  if (age !== null) gauges.backupAge.set(age)
  gauges.backupFailed.set(hasFailed ? 1 : 0)
}

async function readQueues(gauges: Gauges, readStates: () => Promise<QueueState[]>): Promise<void> {
  gauges.up.set({ service: 'redis' }, 0)
  for (const gauge of [gauges.queueWaiting, gauges.queueActive, gauges.queueOldest]) gauge.reset()
  const states = await readStates()
  gauges.up.set({ service: 'redis' }, 1)
  for (const { name, waiting, active, oldestWaitingAt } of states) {
    const waitedMs = oldestWaitingAt === null ? 0 : Math.max(0, Date.now() - oldestWaitingAt)
    gauges.queueWaiting.set({ queue: name }, waiting)
    gauges.queueActive.set({ queue: name }, active)
    gauges.queueOldest.set({ queue: name }, waitedMs / 1000)
  }
}
