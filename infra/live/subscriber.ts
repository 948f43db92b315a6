import { type BridgeEvent, type BridgeEventName, bridgeEvents } from '@called-it/shared/contract/live'
import type { Redis } from 'ioredis'
import type { Logger } from 'pino'
import type { z } from 'zod'
import { readMessage } from './message.ts'

/** What happens on each bridge event; exactly one handler for every name. */
export type BridgeHandlers = { [N in BridgeEventName]: (event: BridgeEvent<N>) => void }

/**
 * Hears what the programs tell each other. A message is read leniently, since a newer program may have sent
 * it: unknown fields and unknown events are ignored, and one that cannot be read is logged and dropped.
 *
 * @param redis a connection of the role `subscriber` that serves nothing else; its owner closes it
 * @param onLost called when the connection breaks: from then on what is told is not heard
 * @param onResubscribed called each time that the subscription stands, the first time and after every outage:
 * what was told before that moment may not have been heard
 */
export function subscribeLive({
  redis,
  channel,
  handlers,
  onLost = () => undefined,
  onResubscribed,
  log,
}: {
  redis: Redis
  channel: string
  handlers: BridgeHandlers
  onLost?: () => void
  onResubscribed: () => void
  log: Logger
}): { close(): void } {
  const readers: { [N in BridgeEventName]: (payload: unknown) => boolean } = {
    'topics:changed': reader(bridgeEvents['topics:changed'], handlers['topics:changed']),
    'session:revoked': reader(bridgeEvents['session:revoked'], handlers['session:revoked']),
  }

  function hear(_channel: string, text: string): void {
    const message = readMessage(text)
    if (message && !isBridgeEventName(message.name)) return
    try {
      if (message && isBridgeEventName(message.name) && readers[message.name](message.event)) return
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
      log.warn({ err: error }, 'live events are not heard')
    }
  }

  redis.on('message', hear)
  redis.on('ready', subscribe)
  redis.on('close', onLost)
  if (redis.status === 'ready') void subscribe()
  return {
    close() {
      redis.off('message', hear)
      redis.off('ready', subscribe)
      redis.off('close', onLost)
    },
  }
}

/** Hands a payload to its handler; false where the payload does not fit the event. */
function reader<Event>(schema: z.ZodType<Event>, handle: (event: Event) => void) {
  return (payload: unknown): boolean => {
    const event = schema.safeParse(payload)
    if (event.success) handle(event.data)
    return event.success
  }
}

function isBridgeEventName(name: string): name is BridgeEventName {
  return Object.hasOwn(bridgeEvents, name)
}
