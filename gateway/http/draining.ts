import type { Server as HttpServer, IncomingMessage, ServerResponse } from 'node:http'
import { Server as NetServer, type Socket } from 'node:net'
import { setImmediate as nextTurn } from 'node:timers/promises'

/** The end of an HTTP server without a request that fails. */
export type Draining = {
  /** Takes no new connection any more. Those that are open go on as they were. */
  refuseConnections(): Promise<void>
  /** Resolves when the last answer has left and no connection is open; those of WebSockets are their owner's to close. */
  answered(): Promise<void>
}

type Connection = {
  /** The last one asked for, null before the first. Those before it end before it. */
  answer: ServerResponse | null
  /** Since when it has been without work, as far as was looked; null where it has some, or nobody looked. */
  idleSince: number | null
}

/** How often connections without work are looked for. */
const LOOK_MS = 100
/** For the first request of a connection, some of which browsers open ahead and never use. */
const FIRST_REQUEST_MS = 1_000
/** A turn of the event loop that is as short as this had nothing to do, so nobody waited to be taken in. */
const QUIET_TURN_MS = 1
/** Under so much load that no turn is quiet, some would be reset at any moment. */
const MOST_TURNS = 1_000

/**
 * Lets a server end in a way that no request is lost of a proxy, which keeps connections to it, sends a request into
 * one at any moment, and must not repeat what may have had its effect. So nothing is closed that may be about to be used:
 *
 * - New connections are refused, which a proxy passes on, but at a moment when none waits: the system takes them in
 *   before the program does, and resets those when the program stops listening.
 * - Each open connection is answered once more, with the header that this answer is its last.
 * - One without work is left to the proxy, which closes what it does not use before `keptMs` are over,
 *   counted from the first look that finds it so.
 *
 * @param draining aborts when answers begin to be the last of their connections
 * @param keptMs how long a proxy may keep a connection without work; 0 where there is none, and browsers try again
 */
export function drainInOrder(server: HttpServer, draining: AbortSignal, keptMs: number): Draining {
  const connections = new Map<Socket, Connection>()
  let isEnded = Promise.resolve()

  // One listener for all: a live connection has it for as long as it lasts, and there are many of those.
  function forget(this: Socket): void {
    connections.delete(this)
  }

  server.on('connection', (socket: Socket) => {
    connections.set(socket, { answer: null, idleSince: null })
    socket.on('close', forget)
  })
  server.on('upgrade', (_request, socket: Socket) => connections.delete(socket))
  // Before those that answer. Every request comes through here, so no more is noted than a field.
  server.prependListener('request', (request: IncomingMessage, response: ServerResponse) => {
    const connection = connections.get(request.socket)
    if (draining.aborted) {
      // Pipelined, the one before it is the last no more.
      if (connection?.answer && !connection.answer.headersSent) connection.answer.removeHeader('Connection')
      askToClose(response)
    }
    if (connection) connection.answer = response
  })
  draining.addEventListener('abort', () => {
    for (const { answer } of connections.values()) if (answer) askToClose(answer)
  })

  function closeIdle(): void {
    const now = performance.now()
    for (const [socket, connection] of connections) {
      const { answer } = connection
      const isIdle = answer === null || answer.writableFinished
      connection.idleSince = isIdle ? (connection.idleSince ?? now) : null
      const mayIdleMs = answer === null ? Math.max(keptMs, FIRST_REQUEST_MS) : keptMs
      if (connection.idleSince !== null && now - connection.idleSince >= mayIdleMs) socket.destroy()
    }
  }

  return {
    async refuseConnections() {
      await untilNobodyWaits(server)
      isEnded = new Promise((resolve) => {
        // An HTTP server's own `close` closes the connections without work, just when a request may be on its way.
        NetServer.prototype.close.call(server, () => resolve())
      })
    },
    async answered() {
      closeIdle()
      const looking = setInterval(closeIdle, LOOK_MS)
      await isEnded
      clearInterval(looking)
      // What an HTTP server has besides: it looks for slow requests on a timer, which keeps it.
      server.close()
    },
  }
}

function askToClose(response: ServerResponse): void {
  if (!response.headersSent) response.setHeader('Connection', 'close')
}

/** Resolves after a turn of the event loop in which no connection came, and that was too short for one to have come since. */
async function untilNobodyWaits(server: HttpServer): Promise<void> {
  let taken = 0
  const note = () => {
    taken += 1
  }
  server.on('connection', note)
  for (let turn = 0; turn < MOST_TURNS; turn += 1) {
    const takenBefore = taken
    const begunAt = performance.now()
    await nextTurn()
    if (taken === takenBefore && performance.now() - begunAt < QUIET_TURN_MS) break
  }
  server.off('connection', note)
}
