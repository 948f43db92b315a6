import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

const longRequests = new WeakSet<Socket>()

/** For as long as its bytes arrive: only the limit of a silent connection ends it. */
export function allowLongRequest({ socket }: IncomingMessage, response: ServerResponse): void {
  longRequests.add(socket)
  response.once('close', () => longRequests.delete(socket))
}

export function isLongRequest(socket: Socket): boolean {
  return longRequests.has(socket)
}
