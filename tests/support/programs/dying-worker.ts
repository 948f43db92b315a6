/** Workers whose publisher kills the process: the change is committed and never published. Started like `main.ts`. */

import { REDIS_NAMESPACE } from '@called-it/infra/events/channel'
import type { EventPublisher } from '@called-it/infra/events/publisher'
import { announceReady } from '@called-it/infra/observability/lifecycle'
import { createLogger } from '@called-it/infra/observability/log'
import { openOutbound } from '@called-it/infra/outbound/outbound'
import { openPostgres } from '@called-it/infra/postgres/client'
import { openRedis } from '@called-it/infra/redis/connection'
import { topics } from '@called-it/shared/contract/events'
import { GLOBAL_BOARD } from '@called-it/shared/contract/leaderboards'
import { DEFAULT_SCHEDULE } from '@called-it/shared/game/calendar'
import { startWorkers } from '@called-it/workers/app'
import { readWorkersSettings } from '@called-it/workers/config'
import { fakeSource } from '../workers/fake-source.ts'

const settings = readWorkersSettings(process.env)
const onConnectionError = () => undefined

const publisher: EventPublisher = {
  async publish(_name, event) {
    const isScored =
      'topics' in event && event.topics.some(({ topic }) => topic === topics.board(GLOBAL_BOARD))
    if (isScored) process.kill(process.pid, 'SIGKILL')
  },
}

const postgres = openPostgres({ url: settings.databaseUrl, program: 'dying-worker', onConnectionError })

startWorkers({
  postgres,
  redis: {
    producer: openRedis(settings.redisUrl, 'producer', onConnectionError),
    worker: openRedis(settings.redisUrl, 'worker', onConnectionError),
  },
  live: { postgres, redis: openRedis(settings.redisUrl, 'subscriber', onConnectionError) },
  namespace: REDIS_NAMESPACE,
  publisher,
  outbound: openOutbound({ allow: [] }),
  settingsKeys: settings.settingsKeys,
  readSource: () => fakeSource('demo'),
  dataDir: settings.dataDir,
  settings: {
    places: { mail: 20, push: 50 },
    importEveryMs: null,
    liveSetlist: 'operators',
    autoFinal: false,
    backups: { everyHours: 0, keep: 1 },
  },
  onSettingsChange: () => undefined,
  schedule: DEFAULT_SCHEDULE,
  mailer: { send: async () => undefined, close: () => undefined },
  letterhead: { product: 'Called It', band: { name: 'Tinhorn' }, texts: { footer: [] } },
  publicUrl: settings.publicUrl,
  worker: `dying-worker-${process.pid}`,
  log: createLogger('dying-worker', 'silent'),
})
announceReady()
