import { parseSettings, settingFields } from '@called-it/infra/config/settings'
import { eventChannel } from '@called-it/infra/events/channel'
import { type EventPublisher, noPublisher, openEventPublisher } from '@called-it/infra/events/publisher'
import { createLogger } from '@called-it/infra/observability/log'
import { firstConnectionTry, openRedis } from '@called-it/infra/redis/connection'

/** Without REDIS_URL, or while Redis is away, the gateways find changes in Postgres. */
export async function publishToGateways<Result>(
  publish: (publisher: EventPublisher) => Promise<Result>,
): Promise<Result> {
  const { REDIS_URL } = parseSettings({ REDIS_URL: settingFields.REDIS_URL }, process.env)
  if (REDIS_URL === undefined) return publish(noPublisher)
  const redis = openRedis(REDIS_URL, 'producer', () => undefined)
  try {
    await firstConnectionTry(redis)
    return await publish(
      openEventPublisher({ redis, channel: eventChannel(), log: createLogger('cli', 'silent') }),
    )
  } finally {
    redis.disconnect()
  }
}
