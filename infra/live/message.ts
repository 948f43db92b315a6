import type { PublishedEvent, PublishedEventName } from '@called-it/shared/contract/live'
import { z } from 'zod'

/** An event between processes as it is sent over Redis. */
const message = z.object({ name: z.string(), event: z.unknown() })

export function writeMessage<N extends PublishedEventName>(name: N, event: PublishedEvent<N>): string {
  return JSON.stringify({ name, event } satisfies z.input<typeof message>)
}

/** The name and payload of a message, both unchecked; null if it is not such a message. */
export function readMessage(text: string): z.output<typeof message> | null {
  try {
    return message.safeParse(JSON.parse(text)).data ?? null
  } catch {
    return null
  }
}
