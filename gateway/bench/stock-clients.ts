import { isDeepStrictEqual } from 'node:util'
import { io } from 'socket.io-client'
import { startFanoutServer } from './fanout-lanes.ts'
import { boardStep, type Way } from './fanout-wire.ts'
import { openLightSocket } from './light-socket.ts'

const CLIENTS = 3
const EVENTS = 50

/** Whether stock clients, of either transport, and light ones hear every event of a server, whole and in order. */
export async function stockClientsHearTheSame(ways: readonly Way[] = ['emit', 'hub']): Promise<boolean> {
  const sent = Array.from({ length: EVENTS }, (_, number) => boardStep(number))
  for (const way of ways) {
    const heard = await hearAll(way)
    if (!heard.every((events) => isDeepStrictEqual(events, sent))) return false
  }
  return true
}

async function hearAll(way: Way): Promise<unknown[][]> {
  const server = await startFanoutServer(way)
  const heard: unknown[][] = []
  const allHeard: Promise<void>[] = []
  const follow = () => {
    const events: unknown[] = []
    const { promise, resolve } = Promise.withResolvers<void>()
    heard.push(events)
    allHeard.push(promise)
    return (event: unknown) => {
      events.push(event)
      if (events.length === EVENTS) resolve()
    }
  }
  const url = `http://127.0.0.1:${server.port}`
  const stock = Array.from({ length: CLIENTS }, (_, index) => {
    const socket = io(url, { transports: [index === 0 ? 'polling' : 'websocket'], forceNew: true })
    socket.on('leaderboard:changed', follow())
    return socket
  })
  const hearLight = follow()
  const light = openLightSocket({
    port: server.port,
    speaksSocketIo: true,
    onEvent: (packet) => hearLight(JSON.parse(packet.toString('utf8', 2))[1]),
  })
  try {
    await Promise.all([
      light.joined,
      ...stock.map((socket) => new Promise<void>((connected) => socket.once('connect', connected))),
    ])
    server.ask({ ask: 'tell', ticks: EVENTS, perTick: 1, outstanding: EVENTS })
    await Promise.all(allHeard)
    return heard
  } finally {
    for (const socket of stock) socket.disconnect()
    light.end()
    await server.end()
  }
}
