/** Live connections of a crowd that looks at the site without an account. */
export type CrowdSockets = {
  /** Connections that are open now, live events that they got so far, and connections that were lost. */
  count(): { open: number; events: number; lost: number }
  close(): void
}

/** So many connect at once; the others wait, as pages do that come back after an outage. */
const AT_ONCE = 100
const CONNECT_LIMIT_MS = 30_000

/** A connection could not be made. */
export class ConnectError extends Error {
  override readonly name = 'ConnectError'
}

/** The packets of Engine.IO and Socket.IO that a page without an account meets. */
const PACKETS = { open: '0', ping: '2', pong: '3', join: '40', event: '42' } as const

/**
 * Opens live connections to a gateway as pages do, over WebSocket, and resolves once all of them have joined.
 *
 * @param url where fans reach the site
 * @param onProgress told how many have joined
 * @throws ConnectError with the first connection that fails; the others are closed again
 */
export async function connectSockets(
  url: string,
  count: number,
  onProgress: (joined: number) => void,
): Promise<CrowdSockets> {
  const address = new URL('/socket.io/?EIO=4&transport=websocket', url)
  address.protocol = address.protocol === 'https:' ? 'wss:' : 'ws:'
  const sockets = new Set<WebSocket>()
  let events = 0
  let lost = 0
  let asked = 0

  async function connectSome(): Promise<void> {
    while (asked < count) {
      asked += 1
      const socket = await join(address)
      sockets.add(socket)
      socket.addEventListener('message', ({ data }) => {
        if (data === PACKETS.ping) socket.send(PACKETS.pong)
        else if (typeof data === 'string' && data.startsWith(PACKETS.event)) events += 1
      })
      socket.addEventListener('close', () => {
        if (sockets.delete(socket)) lost += 1
      })
      onProgress(sockets.size)
    }
  }

  function close(): void {
    const open = [...sockets]
    sockets.clear()
    for (const socket of open) socket.close()
  }

  try {
    await Promise.all(Array.from({ length: Math.min(AT_ONCE, count) }, connectSome))
  } catch (error) {
    asked = count
    close()
    throw error
  }
  return { count: () => ({ open: sockets.size, events, lost }), close }
}

/** Resolves with a connection that the hub has let in. */
function join(address: URL): Promise<WebSocket> {
  const { promise, resolve, reject } = Promise.withResolvers<WebSocket>()
  const socket = new WebSocket(address)
  const fail = () => {
    socket.close()
    reject(new ConnectError(`No live connection to ${address.origin} could be made.`))
  }
  const limit = setTimeout(fail, CONNECT_LIMIT_MS)
  const listening = new AbortController()
  const { signal } = listening
  socket.addEventListener('error', fail, { signal })
  socket.addEventListener('close', fail, { signal })
  socket.addEventListener(
    'message',
    ({ data }) => {
      if (typeof data !== 'string') return
      if (data.startsWith(PACKETS.join)) resolve(socket)
      else if (data.startsWith(PACKETS.open)) socket.send(PACKETS.join)
    },
    { signal },
  )
  return promise.finally(() => {
    clearTimeout(limit)
    listening.abort()
  })
}
