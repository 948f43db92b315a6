import type { LivePublisher } from '@called-it/infra/live/publisher'
import { subscribeLive } from '@called-it/infra/live/subscriber'
import type { openRedis } from '@called-it/infra/redis/connection'
import type { BridgeEvent, BridgeEventName } from '@called-it/shared/contract/live'
import type { Logger } from 'pino'
import type { Hub } from './hub.ts'
import type { TopicWatcher } from './topic-watcher.ts'

/** The connection with what other programs tell. */
export type Bridge = {
  /** Whether what is told is heard as it happens, and what was told before is known. */
  isUp(): boolean
  close(): void
}

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
}): Bridge {
  let isUp = false
  const subscription = subscribeLive({
    redis,
    channel,
    handlers: {
      'topics:changed': (event) => watcher.hear(changesOf(event)),
      'session:revoked': (revocation) => hub.revoke(revocation),
    },
    onLost: () => {
      isUp = false
    },
    onResubscribed: async () => {
      await watcher.readNow()
      isUp = redis.status === 'ready'
    },
    log,
  })
  return { isUp: () => isUp, close: subscription.close }
}

/**
 * A publisher whose tellings this gateway takes in itself as well, before they leave: whoever changed something
 * here finds it here with the next call.
 */
export function hearOwnTellings(
  publisher: LivePublisher,
  watcher: Pick<TopicWatcher, 'hear'>,
): LivePublisher {
  const ways: { [N in BridgeEventName]: (event: BridgeEvent<N>) => Promise<void> } = {
    'topics:changed': (event) => {
      watcher.hear(changesOf(event))
      return publisher.publish('topics:changed', event)
    },
    'session:revoked': (event) => publisher.publish('session:revoked', event),
  }
  return { publish: (name, event) => ways[name](event) }
}

function changesOf({ topics }: BridgeEvent<'topics:changed'>) {
  return topics.map(({ changedAt, ...topic }) => ({
    ...topic,
    ...(changedAt !== undefined && { changedAt: new Date(changedAt) }),
  }))
}
