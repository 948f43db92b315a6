import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { quantileOf } from '@called-it/infra/bench/spread'
import {
  answer,
  type FanoutAnswer,
  type FanoutRequest,
  monotonicMs,
  stepNumber,
  type Way,
} from './fanout-wire.ts'
import { type LightSocket, openLightSocket, openLightSockets } from './light-socket.ts'

/** Ticks that may be on their way at once, so that neither side waits for the other. */
const OUTSTANDING = 4
/** Before the time runs, so that both sides are warm. */
const WARM_UP_TICKS = 50
/** Without any message for so long, what is missing stays missing. */
const PATIENCE_MS = 10_000

export type FanoutSize = {
  readonly clients: number
  readonly ticks: number
  /** Events that are told in one tick. */
  readonly perTick: number
}

/** Of these the server has what it has once … */
const FIRST_CONNECTIONS = 1_000
/** … and these are weighed: fewer, and what V8 takes in whole pages weighs more than they do. */
const WEIGHED_CONNECTIONS = 3_000

/** What one turn of one way measures. A delivery is one event at one client. */
export type FanoutFigures = {
  readonly deliveriesPerSecond: number
  readonly deliveriesPerCpuSecond: number
  /** CPU time of the server process. */
  readonly cpuMicrosPerDelivery: number
  /** The same without what the system's calls take, which is a machine's and not a way's. */
  readonly ownCpuMicrosPerDelivery: number
  readonly p99Ms: number
  /** Deliveries that never came, or out of order. */
  readonly dropped: number
}

/** The server of one way as a process of its own; it ends with `end`. */
export async function startFanoutServer(way: Way) {
  const child = fork(path.join(import.meta.dirname, 'fanout-server.ts'), [way], {
    execArgv: ['--expose-gc'],
  })
  const { port } = await expectAnswer(child, 'listening')
  return {
    port,
    child,
    ask: (message: FanoutRequest) => void child.send(message),
    async memory() {
      child.send({ ask: 'memory' } satisfies FanoutRequest)
      return (await expectAnswer(child, 'memory')).bytes
    },
    async end() {
      const exited = once(child, 'exit')
      child.disconnect()
      await exited
    },
  }
}

type FanoutServer = Awaited<ReturnType<typeof startFanoutServer>>

async function expectAnswer<Told extends FanoutAnswer['told']>(child: ChildProcess, told: Told) {
  for (;;) {
    const [message]: unknown[] = await Promise.race([once(child, 'message'), once(child, 'exit')])
    const parsed = answer.parse(message)
    if (isTold(parsed, told)) return parsed
  }
}

function isTold<Told extends FanoutAnswer['told']>(
  given: FanoutAnswer,
  told: Told,
): given is Extract<FanoutAnswer, { told: Told }> {
  return given.told === told
}

/** One turn of a way: a fresh server, all clients, everything counted. */
export async function takeFanoutTurn(way: Way, size: FanoutSize): Promise<FanoutFigures> {
  return withServer(way, async (server, open) => {
    let hear: Hear = () => undefined
    await open(size.clients, (client, packet) => hear(client, packet))
    const tell = async (ticks: number) => {
      const telling = countDeliveries(server, { ...size, ticks })
      hear = telling.hear
      return telling.figures
    }
    await tell(WARM_UP_TICKS)
    return tell(size.ticks)
  })
}

/** Kilobytes of a connection that is told nothing yet, once what its arrival left has been collected. */
export async function weighConnections(way: Way): Promise<number> {
  return withServer(way, async (server, open) => {
    await open(FIRST_CONNECTIONS, () => undefined)
    const before = await server.memory()
    await open(WEIGHED_CONNECTIONS, () => undefined)
    return ((await server.memory()) - before) / WEIGHED_CONNECTIONS / 1024
  })
}

type Hear = (client: number, packet: Buffer) => void
type OpenClients = (count: number, hear: Hear) => Promise<void>

/** Gives a fresh server of a way to `use`; the server and its clients are gone afterwards. */
async function withServer<Result>(
  way: Way,
  use: (server: FanoutServer, open: OpenClients) => Promise<Result>,
): Promise<Result> {
  const server = await startFanoutServer(way)
  const sockets: LightSocket[] = []
  const open: OpenClients = async (count, hear) => {
    const opened = await openLightSockets(count, (client) =>
      openLightSocket({
        port: server.port,
        speaksSocketIo: way !== 'bare',
        onEvent: (packet) => hear(client, packet),
      }),
    )
    sockets.push(...opened)
  }
  try {
    return await use(server, open)
  } finally {
    for (const socket of sockets) socket.end()
    await server.end()
  }
}

/** Has a server tell, and counts what comes until all has come, or nothing comes any more. */
function countDeliveries(server: FanoutServer, { clients, ticks, perTick }: FanoutSize) {
  const deliveries = clients * ticks * perTick
  const expected = new Uint32Array(clients)
  /** When the last event of a tick came to a client, tick by tick. */
  const arrivals = new Float64Array(clients * ticks)
  const heardBy = new Uint32Array(ticks)
  let heard = 0
  let outOfOrder = 0
  let whole = 0
  let lastAt = 0
  const ended = Promise.withResolvers<void>()
  let heardAtLastLook = -1
  const look = setInterval(() => {
    if (heard === heardAtLastLook) ended.resolve()
    heardAtLastLook = heard
  }, PATIENCE_MS)

  function hear(client: number, packet: Buffer): void {
    const number = stepNumber(packet)
    if (expected[client] !== number) outOfOrder += 1
    expected[client] = number + 1
    heard += 1
    if ((number + 1) % perTick !== 0) return
    const tick = Math.floor(number / perTick)
    lastAt = monotonicMs()
    arrivals[tick * clients + client] = lastAt
    heardBy[tick] = (heardBy[tick] ?? 0) + 1
    if (tick !== whole || heardBy[tick] !== clients) return
    whole += 1
    if (whole === ticks) ended.resolve()
    else server.ask({ ask: 'delivered', ticks: whole })
  }

  async function finish() {
    server.ask({ ask: 'tell', ticks, perTick, outstanding: OUTSTANDING })
    await ended.promise
    clearInterval(look)
    server.ask({ ask: 'delivered', ticks })
    const { cpuMicros, ownCpuMicros, begunAt } = await expectAnswer(server.child, 'all')
    const delays = Array.from(arrivals, (at, index) => at - (begunAt[Math.floor(index / clients)] ?? 0))
    return {
      deliveriesPerSecond: (heard / (lastAt - (begunAt[0] ?? 0))) * 1_000,
      deliveriesPerCpuSecond: (heard / cpuMicros) * 1_000_000,
      cpuMicrosPerDelivery: cpuMicros / heard,
      ownCpuMicrosPerDelivery: ownCpuMicros / heard,
      p99Ms: quantileOf(delays, 0.99),
      dropped: deliveries - heard + outOfOrder,
    }
  }
  return { hear, figures: finish() }
}
