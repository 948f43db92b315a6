import type { LivePublisher } from '@called-it/infra/live/publisher'
import type { Postgres } from '@called-it/infra/postgres/client'
import type { openRedis } from '@called-it/infra/redis/connection'
import type { Site } from '@called-it/shared/contract/site'
import type { Logger } from 'pino'
import type { GatewayConfig } from './config.ts'
import type { TopicWatcher } from './hub/topic-watcher.ts'

export type RedisConnection = ReturnType<typeof openRedis>

/** What a gateway is built from. `main.ts` opens the real ones, tests bring their own. */
export type GatewayParts = {
  readonly config: GatewayConfig
  readonly postgres: Postgres
  /** A connection of the role `limits`; null for a gateway that counts for itself and calls Redis away. */
  readonly redis: RedisConnection | null
  /** What the band profile says of names and texts. */
  readonly site: Site
  readonly publisher: LivePublisher
  readonly watcher: Pick<TopicWatcher, 'onChange'>
  readonly log: Logger
  /** Aborts when the gateway begins to end: what was begun is finished, nothing long is waited for. */
  readonly draining: AbortSignal
  /** The folder with the built web client. */
  readonly webRoot: string
}

/** Whether Redis can be reached now, as far as this process knows. */
export function isRedisReady({ redis }: Pick<GatewayParts, 'redis'>): boolean {
  return redis?.status === 'ready'
}
