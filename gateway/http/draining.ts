import type { IncomingMessage, ServerResponse } from 'node:http'

/**
 * Asks clients to take their next request elsewhere once the gateway is draining: every answer, also one that
 * was asked for before, then closes its connection, so that a proxy opens new ones to the gateways that stay.
 *
 * @returns a listener for every request of the server, before those that answer
 */
export function closeWhileDraining(draining: AbortSignal) {
  const unanswered = new Set<ServerResponse>()
  draining.addEventListener('abort', () => {
    for (const response of unanswered) askToClose(response)
  })
  return (_request: IncomingMessage, response: ServerResponse): void => {
    if (draining.aborted) askToClose(response)
    unanswered.add(response)
    response.once('close', () => unanswered.delete(response))
  }
}

function askToClose(response: ServerResponse): void {
  if (!response.headersSent) response.setHeader('Connection', 'close')
}
