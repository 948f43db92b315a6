import { jobs } from '@called-it/shared/contract/jobs'
import type { Redis } from 'ioredis'
import { Gauge } from 'prom-client'
import type { Postgres } from '../postgres/client.ts'
import { listOutboxMetrics, type OutboxMetrics } from '../postgres/queries/work/outbox-metrics.ts'
import { openQueueStates, type QueueState } from '../queues/queue-states.ts'
import { QUEUE_NAMES } from '../queues/queues.ts'
import type { RedisRole } from '../redis/connection.ts'
import { METRIC_PREFIX, type Metrics } from './metrics.ts'

export type StoreParts = {
  readonly postgres: Pick<Postgres, 'db' | 'pool'>
  /** The program's connections, by what they are for; `producer` is asked for the figures. */
  readonly redis: Readonly<Partial<Record<RedisRole, Redis>> & { producer: Redis }>
  /** Begins every key in Redis. */
  readonly namespace: string
}

/**
 * Declares the figures of Postgres, Redis, the outbox and the queues, and has them read at each scrape. What cannot
 * be read in time is left out of it: the service's `up` is 0, and its other figures are absent.
 */
export function measureStores(metrics: Metrics, { postgres, redis, namespace }: StoreParts): void {
  const gauges = declareGauges(metrics)
  const readStates = openQueueStates(redis.producer, { namespace, onError: () => undefined })
  metrics.beforeScrape(async () => readConnections(gauges, postgres.pool, redis))
  metrics.beforeScrape(() => readOutbox(gauges, postgres.db))
  metrics.beforeScrape(() => readQueues(gauges, readStates))
}

type Gauges = ReturnType<typeof declareGauges>

function declareGauges({ registry }: Metrics) {
  const gauge = <Label extends string>(name: string, help: string, label: Label) =>
    new Gauge({ name: METRIC_PREFIX + name, help, labelNames: [label], registers: [registry] })
  return {
    up: gauge('up', 'Whether a service answered this program within the scrape', 'service'),
    pool: gauge(
      'pool_connections',
      'Connections of the pool to Postgres, and the most that it opens',
      'state',
    ),
    poolWaiting: new Gauge({
      name: `${METRIC_PREFIX}pool_waiting`,
      help: 'Queries that wait for a connection to Postgres',
      registers: [registry],
    }),
    redisConnected: gauge(
      'redis_connected',
      'Whether a connection to Redis stands, by what it is for',
      'role',
    ),
    outboxOpen: gauge('outbox_open_jobs', 'Jobs that were ordered and are not done', 'queue'),
    outboxDead: gauge('outbox_dead_jobs', 'Jobs that were given up', 'queue'),
    outboxOldest: gauge(
      'outbox_oldest_seconds',
      'How long ago the oldest open job was ordered that nobody works on',
      'queue',
    ),
    queueWaiting: gauge(
      'queue_waiting_jobs',
      'Jobs that were handed over and that no worker has taken',
      'queue',
    ),
    queueActive: gauge('queue_active_jobs', 'Jobs that a worker has taken', 'queue'),
    queueOldest: gauge('queue_oldest_seconds', 'How long the job has waited that is next', 'queue'),
  }
}

function readConnections(gauges: Gauges, pool: Postgres['pool'], redis: StoreParts['redis']): void {
  gauges.pool.set({ state: 'busy' }, pool.totalCount - pool.idleCount)
  gauges.pool.set({ state: 'idle' }, pool.idleCount)
  gauges.pool.set({ state: 'most' }, pool.options.max)
  gauges.poolWaiting.set(pool.waitingCount)
  for (const [role, connection] of Object.entries(redis)) {
    gauges.redisConnected.set({ role }, connection.status === 'ready' ? 1 : 0)
  }
}

async function readOutbox(gauges: Gauges, db: Postgres['db']): Promise<void> {
  gauges.up.set({ service: 'postgres' }, 0)
  for (const gauge of [gauges.outboxOpen, gauges.outboxDead, gauges.outboxOldest]) gauge.reset()
  const figures = await listOutboxMetrics(db)
  gauges.up.set({ service: 'postgres' }, 1)
  for (const queue of QUEUE_NAMES) {
    const own = figures.filter(({ job }) => jobs[job].queue === queue)
    const sum = (figure: Exclude<keyof OutboxMetrics, 'job'>) =>
      own.reduce((total, row) => total + row[figure], 0)
    gauges.outboxOpen.set({ queue }, sum('open'))
    gauges.outboxDead.set({ queue }, sum('dead'))
    gauges.outboxOldest.set({ queue }, Math.max(0, ...own.map(({ oldestSeconds }) => oldestSeconds)))
  }
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
