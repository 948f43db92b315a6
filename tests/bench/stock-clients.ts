import { isDeepStrictEqual } from 'node:util'
import { io } from 'socket.io-client'
import { startFanoutServer } from './fanout-candidates.ts'
import { boardStep, type Way } from './fanout-messages.ts'
import { openLightSocket } from './light-socket.ts'

const CLIENTS = 3
const EVENTS = 50
const WAYS_OF_SOCKET_IO = ['emit', 'gateway'] as const

/** Whether stock clients of both transports, and light ones, receive every event unchanged and in order. */
export async function doStockClientsReceiveTheSame(): Promise<boolean> {
  const sent = Array.from({ length: EVENTS }, (_, number) => boardStep(number))
  for (const way of WAYS_OF_SOCKET_IO) {
    const received = await receiveAll(way)
    if (!received.every((events) => isDeepStrictEqual(events, sent))) return false
  }
  return true
}

async function receiveAll(way: Way): Promise<unknown[][]> {
  const server = await startFanoutServer(way)
  const lists: unknown[][] = []
  const complete: Promise<void>[] = []
  const collect = () => {
    const events: unknown[] = []
    const { promise, resolve } = Promise.withResolvers<void>()
    lists.push(events)
    complete.push(promise)
    return (event: unknown) => {
      events.push(event)
      if (events.length === EVENTS) resolve()
    }
  }
  const url = `http://127.0.0.1:${server.port}`
  const stock = Array.from({ length: CLIENTS }, (_, index) => {
    const socket = io(url, { transports: [index === 0 ? 'polling' : 'websocket'], forceNew: true })
    socket.on('leaderboard:changed', collect())
    return socket
  })
  const collectLight = collect()
  const light = openLightSocket({
    port: server.port,
    onEvent: (packet) => collectLight(JSON.parse(packet.toString('utf8', 2))[1]),
  })
  try {
    await Promise.all([
      light.joined,
      ...stock.map((socket) => new Promise<void>((connected) => socket.once('connect', connected))),
    ])
    server.send({ kind: 'publish', ticks: EVENTS, perTick: 1, outstanding: EVENTS })
    await Promise.all(complete)
    return lists
  } finally {
    for (const socket of stock) socket.disconnect()
    light.end()
    await server.stop()
  }
}
