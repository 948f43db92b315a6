import {
  type PublishedEvent,
  type PublishedEventName,
  publishedEvents,
} from '@called-it/shared/contract/events'
import type { Redis } from 'ioredis'
import type { Logger } from 'pino'
import { z } from 'zod'

type EventHandlers = { [N in PublishedEventName]: (event: PublishedEvent<N>) => void }

/**
 * Subscribes to the events of other processes. Unknown fields and events are ignored, since a newer release may have
 * sent them; a message that cannot be parsed is logged and dropped.
 *
 * @param redis a connection of the role `subscriber` for this purpose only; the caller closes it
 * @param onLost called when the connection breaks: events from then on are lost
 * @param onResubscribed called after each subscription, the first and after every outage: earlier events may be lost
 */
export function subscribeToEvents({
  redis,
  channel,
  handlers,
  onLost = () => undefined,
  onResubscribed,
  log,
}: {
  redis: Redis
  channel: string
  handlers: Partial<EventHandlers>
  onLost?: () => void
  onResubscribed: () => void
  log: Logger
}): { close(): void } {
  const readers: { [N in PublishedEventName]: (payload: unknown) => boolean } = {
    'topics:changed': reader(publishedEvents['topics:changed'], handlers['topics:changed']),
    'session:revoked': reader(publishedEvents['session:revoked'], handlers['session:revoked']),
    'notifications:read': reader(publishedEvents['notifications:read'], handlers['notifications:read']),
    'viewers:counted': reader(publishedEvents['viewers:counted'], handlers['viewers:counted']),
    'league:left': reader(publishedEvents['league:left'], handlers['league:left']),
    'league:reacted': reader(publishedEvents['league:reacted'], handlers['league:reacted']),
    'league:present': reader(publishedEvents['league:present'], handlers['league:present']),
  }

  function receive(_channel: string, text: string): void {
    const message = readMessage(text)
    if (message && !isPublishedEventName(message.name)) return
    try {
      if (message && isPublishedEventName(message.name) && readers[message.name](message.event)) return
      log.warn({ event: message?.name }, 'a live event could not be read')
    } catch (error) {
      log.error({ err: error, event: message?.name }, 'a live event could not be handled')
    }
  }

  async function subscribe(): Promise<void> {
    try {
      await redis.subscribe(channel)
      onResubscribed()
    } catch (error) {
      // The connection broke again; the next one that is ready subscribes.
      log.warn({ err: error }, 'live events cannot be received')
    }
  }

  redis.on('message', receive)
  redis.on('ready', subscribe)
  redis.on('close', onLost)
  if (redis.status === 'ready') void subscribe()
  return {
    close() {
      redis.off('message', receive)
      redis.off('ready', subscribe)
      redis.off('close', onLost)
    },
  }
}

function reader<Event>(schema: z.ZodType<Event>, handle: ((event: Event) => void) | undefined) {
  return (payload: unknown): boolean => {
    const event = schema.safeParse(payload)
    if (event.success) handle?.(event.data)
    return event.success
  }
}

const envelope = z.object({ name: z.string(), event: z.unknown() })

/** The name and payload of a message, both unchecked; null if it is not such a message. */
function readMessage(text: string): z.output<typeof envelope> | null {
  try {
    return envelope.safeParse(JSON.parse(text)).data ?? null
  } catch {
    return null
  }
}

function isPublishedEventName(name: string): name is PublishedEventName {
  return Object.hasOwn(publishedEvents, name)
}
