import type { IncomingMessage, ServerResponse } from 'node:http'

/**
 * Asks clients to take their next request elsewhere once the gateway is draining: every answer then closes
 * its connection, so that a proxy opens new ones to the gateways that stay.
 */
export function closeWhileDraining(draining: AbortSignal) {
  return (_request: IncomingMessage, response: ServerResponse, next: () => void): void => {
    if (draining.aborted) response.setHeader('Connection', 'close')
    next()
  }
}
