import { subscribeLive } from '@called-it/infra/live/subscriber'
import type { openRedis } from '@called-it/infra/redis/connection'
import type { Logger } from 'pino'
import type { Hub } from './hub.ts'
import type { TopicWatcher } from './topic-watcher.ts'

/**
 * Connects what other programs tell with this gateway's hub and watcher. What may have been lost while the
 * subscription did not stand, the watcher reads as soon as it does.
 *
 * @param redis a connection of the role `subscriber` that serves nothing else; its owner closes it
 */
export function openBridge({
  redis,
  channel,
  watcher,
  hub,
  log,
}: {
  redis: ReturnType<typeof openRedis>
  channel: string
  watcher: TopicWatcher
  hub: Pick<Hub, 'revoke'>
  log: Logger
}): { close(): void } {
  return subscribeLive({
    redis,
    channel,
    handlers: {
      'topics:changed': ({ topics }) =>
        watcher.hear(
          topics.map(({ changedAt, ...topic }) => ({
            ...topic,
            ...(changedAt !== undefined && { changedAt: new Date(changedAt) }),
          })),
        ),
      'session:revoked': (revocation) => hub.revoke(revocation),
    },
    onResubscribed: () => void watcher.readNow(),
    log,
  })
}
