import type { EventPublisher } from '@called-it/infra/events/publisher'
import { subscribeToEvents } from '@called-it/infra/events/subscriber'
import type { openRedis } from '@called-it/infra/redis/connection'
import type { PublishedEvent, PublishedEventName } from '@called-it/shared/contract/events'
import type { Logger } from 'pino'
import type { RealtimeServer } from './realtime-server.ts'
import type { TopicWatcher } from './topic-watcher.ts'

/**
 * Passes events of other processes to the realtime server and the topic watcher. After a gap in the subscription the
 * watcher reads the versions from Postgres.
 *
 * @param redis a connection of the role `subscriber` for this purpose only; the caller closes it
 */
export function openEventSubscriber({
  redis,
  channel,
  watcher,
  realtime,
  log,
}: {
  redis: ReturnType<typeof openRedis>
  channel: string
  watcher: TopicWatcher
  realtime: Pick<RealtimeServer, 'revoke' | 'noteRead' | 'viewers' | 'leagues'>
  log: Logger
}) {
  let isUp = false
  const subscription = subscribeToEvents({
    redis,
    channel,
    handlers: {
      'topics:changed': (event) => watcher.receive(versionsOf(event)),
      'session:revoked': (revocation) => realtime.revoke(revocation),
      'notifications:read': ({ userId }) => realtime.noteRead(userId),
      'viewers:counted': ({ gateway, showId, viewers }) => realtime.viewers.receive(gateway, showId, viewers),
      'league:left': (left) => realtime.leagues.leave(left),
      'league:reacted': (reaction) => realtime.leagues.react(reaction),
      'league:present': ({ gateway, leagueId, userIds }) =>
        realtime.leagues.present.receive(gateway, leagueId, userIds),
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
  return {
    /** Whether events are received as they are published, and all earlier ones are known. */
    isUp: () => isUp,
    close: subscription.close,
  }
}

/**
 * Adds a local echo to a publisher: this gateway receives its own changes before they are sent, so that a client that
 * changed something here reads the change with its next request, and who is out of a league gets nothing of it after the
 * response.
 */
export function withLocalEcho(
  publisher: EventPublisher,
  watcher: Pick<TopicWatcher, 'receive'>,
  leaveLeague: (left: PublishedEvent<'league:left'>) => void,
): EventPublisher {
  const publish: { [N in PublishedEventName]: (event: PublishedEvent<N>) => Promise<void> } = {
    'topics:changed': (event) => {
      watcher.receive(versionsOf(event))
      return publisher.publish('topics:changed', event)
    },
    'session:revoked': (event) => publisher.publish('session:revoked', event),
    'notifications:read': (event) => publisher.publish('notifications:read', event),
    'viewers:counted': (event) => publisher.publish('viewers:counted', event),
    'league:left': (event) => {
      leaveLeague(event)
      return publisher.publish('league:left', event)
    },
    'league:reacted': (event) => publisher.publish('league:reacted', event),
    'league:present': (event) => publisher.publish('league:present', event),
  }
  return { publish: (name, event) => publish[name](event) }
}

function versionsOf({ topics }: PublishedEvent<'topics:changed'>) {
  return topics.map(({ topic, version, changedAt }) => ({
    topic,
    version,
    ...(changedAt !== undefined && { changedAt: new Date(changedAt) }),
  }))
}
