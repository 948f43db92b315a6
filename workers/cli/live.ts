import { parseSettings, settingFields } from '@called-it/infra/config/settings'
import { liveChannel } from '@called-it/infra/live/channel'
import { type LivePublisher, openLivePublisher } from '@called-it/infra/live/publisher'
import { createLogger } from '@called-it/infra/observability/log'
import { firstConnectionTry, openRedis } from '@called-it/infra/redis/connection'

/** Without REDIS_URL, or while Redis is away, the gateways find changes in Postgres. */
export async function publishToGateways(publish: (publisher: LivePublisher) => Promise<void>): Promise<void> {
  const { REDIS_URL } = parseSettings({ REDIS_URL: settingFields.REDIS_URL }, process.env)
  if (REDIS_URL === undefined) return
  const redis = openRedis(REDIS_URL, 'producer', () => undefined)
  try {
    await firstConnectionTry(redis)
    await publish(openLivePublisher({ redis, channel: liveChannel(), log: createLogger('cli', 'silent') }))
  } finally {
    redis.disconnect()
  }
}
