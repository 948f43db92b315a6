import type { Env } from '@called-it/infra/config/effective-settings'
import type { EventPublisher } from '@called-it/infra/events/publisher'
import type { GatewayMetrics } from '@called-it/infra/observability/gateway-metrics'
import type { Postgres } from '@called-it/infra/postgres/client'
import type { QueueReader } from '@called-it/infra/queues/queue-states'
import type { RedisConnection } from '@called-it/infra/redis/connection'
import type { Legal } from '@called-it/shared/contract/legal'
import type { Site } from '@called-it/shared/contract/site'
import type { Logger } from 'pino'
import type { GatewayConfig } from './config.ts'
import type { Icon } from './preview-images/draw-icon.ts'

/** The stored settings beside what they are now. */
export type SettingsParts = {
  readonly env: Env
  /** What this gateway keeps until its next start. */
  readonly startedWith: Env
  /** @throws SettingsError naming what is wrong in these settings together */
  check(env: Env): Promise<void>
  /** Calls it after each change. */
  onChange(listener: () => void): void
  /** Resolves when what is stored by now counts in this gateway. */
  refresh(): Promise<void>
}

/** The gateway's dependencies. Their owner opens the connections and closes them after the gateway. */
export type GatewayParts = {
  /** Always the current values: read a field where it is needed. */
  readonly config: GatewayConfig
  readonly settings: SettingsParts
  readonly postgres: Postgres
  /** One connection per role. */
  readonly redis: {
    readonly limits: RedisConnection
    readonly subscriber: RedisConnection
    readonly dashboard: RedisConnection
  }
  /** The prefix of every key and channel in Redis. */
  readonly namespace: string
  readonly publisher: EventPublisher
  readonly site: Site
  /** What the operator says on privacy and terms. */
  readonly legal: Legal
  /** What the app's icons show: a logo as SVG on a colour. */
  readonly look: Pick<Icon, 'logo' | 'accent'>
  readonly log: Logger
  readonly metrics?: GatewayMetrics
  /** The folder with the built web client. */
  readonly webRoot: string
}

export type RequestParts = GatewayParts & {
  readonly watcher: TopicChanges
  readonly queues: QueueReader
  /** Aborts when the shutdown begins: handlers finish their work without long waits. */
  readonly draining: AbortSignal
}

/** Within this gateway only: its settings have changed, and any page or response may show them. */
export const SETTINGS_TOPIC = 'stored settings'

export type TopicChanges = {
  /** Returns a function that removes the listener. */
  onChange(which: string | ((topic: string) => boolean), listener: (topic: string) => void): () => void
}

export function isRedisReady({ redis }: Pick<GatewayParts, 'redis'>): boolean {
  return redis.limits.status === 'ready'
}
