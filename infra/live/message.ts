import type { BridgeEvent, BridgeEventName } from '@called-it/shared/contract/live'
import { z } from 'zod'

/** A bridge event as it travels over Redis. */
const message = z.object({ name: z.string(), event: z.unknown() })

export function writeMessage<N extends BridgeEventName>(name: N, event: BridgeEvent<N>): string {
  return JSON.stringify({ name, event } satisfies z.input<typeof message>)
}

/** The name and the payload of a message, neither of them checked yet; null where it is none of ours. */
export function readMessage(text: string): z.output<typeof message> | null {
  try {
    return message.safeParse(JSON.parse(text)).data ?? null
  } catch {
    return null
  }
}
