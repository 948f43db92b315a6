import { parseSettings, settingFields } from '@called-it/infra/config/settings'
import { liveChannel } from '@called-it/infra/live/channel'
import { type LivePublisher, openLivePublisher } from '@called-it/infra/live/publisher'
import { createLogger } from '@called-it/infra/observability/log'
import { firstConnectionTry, openRedis } from '@called-it/infra/redis/connection'

/**
 * Tells the gateways of what a command has changed. Where REDIS_URL names nothing, or Redis is away, they find it by
 * themselves within half a minute.
 */
export async function tellGateways(tell: (publisher: LivePublisher) => Promise<void>): Promise<void> {
  const { REDIS_URL } = parseSettings({ REDIS_URL: settingFields.REDIS_URL }, process.env)
  if (REDIS_URL === undefined) return
  const redis = openRedis(REDIS_URL, 'producer', () => undefined)
  try {
    await firstConnectionTry(redis)
    await tell(openLivePublisher({ redis, channel: liveChannel(), log: createLogger('cli', 'silent') }))
  } finally {
    redis.disconnect()
  }
}
