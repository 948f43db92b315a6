import { openEventPublisher } from '@called-it/infra/events/publisher'
import type { Mail } from '@called-it/infra/mail/mail'
import { createLogger } from '@called-it/infra/observability/log'
import { type Outbound, openOutbound } from '@called-it/infra/outbound/outbound'
import { openRedis } from '@called-it/infra/redis/connection'
import { DEFAULT_SCHEDULE } from '@called-it/shared/game/calendar'
import { startWorkers, type WorkersParts } from '@called-it/workers/app'
import { afterAll, onTestFinished } from 'vitest'
import { TEST_SOURCE } from '../factories/catalogue.ts'
import { TEST_SETTINGS_KEYS } from '../settings-keys.ts'
import type { TestDatabase } from '../test-database.ts'
import { testRedis } from '../test-redis.ts'
import { type FakeSource, fakeSource } from './fake-source.ts'

/** As `main.ts` starts them, in the test's process, with mails collected in `sent`. */
export type WorkerBench = {
  readonly sent: Mail[]
  readonly source: FakeSource
  /** May be called again. */
  stop(): Promise<void>
}

export type WorkerPlace = {
  database: TestDatabase
  /** By default the tests' Redis, in a namespace of its own. */
  redisUrl?: string
  namespace?: string
  /** Null, the default: no scheduled import. */
  importEveryMs?: number | null
  /** By default off: the test scores its shows. */
  autoFinal?: boolean
  /** By default mails are collected only. */
  send?: (mail: Mail) => Promise<void>
  /** By default it reaches no local server. */
  outbound?: Outbound
  /** For a test of what workers keep there. */
  dataDir?: string
  /** In place of the tests' settings: those of `main.ts`, which follow what is stored in the database. */
  liveParts?: Partial<WorkersParts>
}

/** For the tests of the file that calls it; stopped after them. */
export function workersOfFile(place: WorkerPlace): WorkerBench {
  const workers = startTestWorkers(place)
  afterAll(workers.stop)
  return workers
}

/** Stopped at the end of the test that calls it. */
export function workersOfTest(place: WorkerPlace): WorkerBench {
  const workers = startTestWorkers(place)
  onTestFinished(workers.stop)
  return workers
}

function startTestWorkers({
  database,
  redisUrl = testRedis().url,
  namespace = testRedis().prefix,
  importEveryMs = null,
  autoFinal = false,
  send,
  outbound = openOutbound({ allow: [] }),
  dataDir = '',
  liveParts,
}: WorkerPlace): WorkerBench {
  const log = createLogger('test', 'silent')
  const redis = {
    producer: openRedis(redisUrl, 'producer', () => undefined),
    worker: openRedis(redisUrl, 'worker', () => undefined),
    subscriber: openRedis(redisUrl, 'subscriber', () => undefined),
  }
  const sent: Mail[] = []
  const source = fakeSource(TEST_SOURCE)
  const workers = startWorkers({
    postgres: database,
    redis,
    live: { postgres: database, redis: redis.subscriber },
    namespace,
    publisher: openEventPublisher({ redis: redis.producer, channel: `${namespace}:live`, log }),
    outbound,
    settingsKeys: TEST_SETTINGS_KEYS,
    readSource: () => source,
    dataDir,
    settings: {
      places: { mail: 20, push: 50 },
      importEveryMs,
      liveSetlist: 'operators',
      autoFinal,
      backups: { everyHours: 0, keep: 1 },
    },
    onSettingsChange: () => undefined,
    schedule: DEFAULT_SCHEDULE,
    mailer: {
      async send(mail) {
        await send?.(mail)
        sent.push(mail)
      },
      close() {},
    },
    letterhead: {
      product: 'Called It',
      band: { name: 'Tinhorn' },
      texts: { footer: ['a fun side project'] },
    },
    publicUrl: 'https://picks.example',
    worker: `test-worker-${namespace}`,
    log,
    ...liveParts,
  })
  let stopped: Promise<void> | null = null
  return {
    sent,
    source,
    stop() {
      stopped ??= workers.stop().finally(() => {
        for (const connection of Object.values(redis)) connection.disconnect()
      })
      return stopped
    },
  }
}
