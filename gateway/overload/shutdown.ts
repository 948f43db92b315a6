import type { Server as HttpServer, IncomingMessage, ServerResponse } from 'node:http'
import { Server as NetServer } from 'node:net'
import { setTimeout as delay, setImmediate as nextTurn } from 'node:timers/promises'
import type { OpenConnections } from './open-connections.ts'

/**
 * A connection that comes between the last accept and the close is reset, so the server stops in a short turn of the
 * event loop. The longer it waits, the longer a turn may be. With 1 ms from the start, 1 of 32 rolling restarts under
 * load lost a request.
 */
const quietTurnMs = (turn: number) => 0.1 + turn / 1_000
/** Under a load without a quiet turn, some connections are reset at any moment. */
const MAX_TURNS = 1_000

export type Shutdown = {
  /** Stops listening; open connections stay. */
  refuseConnections(): Promise<void>
  /**
   * Resolves when the running requests have their responses and every connection is closed.
   *
   * @param graceMs how long connections that are idle then stay open
   */
  finishRequests(graceMs: number): Promise<void>
}

/**
 * Shuts an HTTP server down without a failed request behind a proxy. A proxy passes a refused connection on to another
 * server, but must not repeat a request that it sent into a connection that was closed. So open connections are left
 * to the proxy for longer than its keep-alive, and each response closes its own.
 *
 * To go on accepting meanwhile does not work: every request then needs a new connection, and the more of them come,
 * the more are reset when the server stops listening. Measured: 1 of 5 rolling restarts under load lost a save.
 *
 * @param draining aborts when responses begin to close their connections
 */
export function prepareShutdown(
  server: HttpServer,
  connections: OpenConnections,
  draining: AbortSignal,
): Shutdown {
  let closed = Promise.resolve()

  draining.addEventListener('abort', () => {
    for (const response of connections.runningResponses()) closeAfter(response)
    // Before the listeners that respond.
    server.prependListener('request', (_request: IncomingMessage, response: ServerResponse) =>
      closeAfter(response),
    )
  })

  async function finishRunning(): Promise<void> {
    let running = connections.runningResponses()
    while (running.length > 0) {
      await Promise.all(running.map((response) => new Promise((resolve) => response.once('close', resolve))))
      running = connections.runningResponses()
    }
  }

  return {
    async refuseConnections() {
      await untilNoneWaits(server)
      closed = new Promise((resolve) => {
        // The `close` of an HTTP server also closes idle connections, into which a request may be on its way.
        NetServer.prototype.close.call(server, () => resolve())
      })
    },
    async finishRequests(graceMs) {
      await finishRunning()
      await Promise.race([closed, delay(graceMs, undefined, { ref: false })])
      await finishRunning()
      server.closeAllConnections()
      await closed
      // Ends the timer that checks for slow requests.
      server.close()
    },
  }
}

/** Lets the response close its connection, unless it has begun. */
function closeAfter(response: ServerResponse): void {
  if (!response.headersSent) response.setHeader('Connection', 'close')
}

/**
 * Resolves when no connection waits to be accepted: the system completes connections before the program accepts them,
 * and resets those that wait when the server stops listening.
 */
async function untilNoneWaits(server: HttpServer): Promise<void> {
  let accepted = 0
  const count = () => {
    accepted += 1
  }
  server.on('connection', count)
  for (let turn = 0; turn < MAX_TURNS; turn += 1) {
    const acceptedBefore = accepted
    const startedAt = performance.now()
    await nextTurn()
    if (accepted === acceptedBefore && performance.now() - startedAt < quietTurnMs(turn)) break
  }
  server.off('connection', count)
}
