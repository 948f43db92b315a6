import type { LivePublisher } from '@called-it/infra/live/publisher'
import type { GatewayMetrics } from '@called-it/infra/observability/gateway-metrics'
import type { Postgres } from '@called-it/infra/postgres/client'
import type { QueueReader } from '@called-it/infra/queues/queue-states'
import type { openRedis } from '@called-it/infra/redis/connection'
import type { Site } from '@called-it/shared/contract/site'
import type { Logger } from 'pino'
import type { GatewayConfig } from './config.ts'
import type { BoardOrders } from './features/leaderboards/board-orders.ts'
import type { TopicWatcher } from './hub/topic-watcher.ts'

export type RedisConnection = ReturnType<typeof openRedis>

/** What a gateway is built from. Its owner opens the connections and closes them after the gateway. */
export type GatewayParts = {
  readonly config: GatewayConfig
  readonly postgres: Postgres
  /** Connections of the roles of these names. */
  readonly redis: {
    readonly limits: RedisConnection
    readonly subscriber: RedisConnection
    readonly dashboard: RedisConnection
  }
  /** Begins every key and channel in Redis. */
  readonly namespace: string
  readonly publisher: LivePublisher
  readonly site: Site
  readonly log: Logger
  /** Absent: what is counted is read by nobody. */
  readonly metrics?: GatewayMetrics
  /** The folder with the built web client. */
  readonly webRoot: string
}

/** What calls are carried out with: the gateway's parts, and what it made of them. */
export type CallParts = GatewayParts & {
  readonly watcher: Pick<TopicWatcher, 'onChange'>
  readonly queues: QueueReader
  readonly orders: BoardOrders
  /** Aborts when the gateway begins to end: what was begun is finished, nothing long is waited for. */
  readonly draining: AbortSignal
}

/** Whether Redis can be reached now, as far as this process knows. */
export function isRedisReady({ redis }: Pick<GatewayParts, 'redis'>): boolean {
  return redis.limits.status === 'ready'
}
