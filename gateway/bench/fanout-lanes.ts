import { type ChildProcess, fork } from 'node:child_process'
import { on, once } from 'node:events'
import path from 'node:path'
import { type Contender, contender, takeTurns } from '@called-it/infra/bench/frame'
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
/** A round of a way is told in so many bursts, with the other ways' between them. */
const BURSTS = 8
/** Before the time runs, so that both sides are warm. */
const WARM_UP_TICKS = 50
/** Without any message for so long, what is missing stays missing. */
const PATIENCE_MS = 10_000

/** Of these the server has what it has once … */
const FIRST_CONNECTIONS = 1_000
/** … and these are weighed: fewer, and what V8 takes in whole pages weighs more than they do. */
const WEIGHED_CONNECTIONS = 3_000

/** What a burst of one way measures. A delivery is one event at one client. */
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
      if (!child.connected) return
      const exited = once(child, 'exit')
      child.disconnect()
      await exited
    },
  }
}

type FanoutServer = Awaited<ReturnType<typeof startFanoutServer>>

async function expectAnswer<Told extends FanoutAnswer['told']>(child: ChildProcess, told: Told) {
  for await (const [message] of on(child, 'message', { close: ['exit'] })) {
    const parsed = answer.parse(message)
    if (isTold(parsed, told)) return parsed
  }
  throw new Error('the server ended before it answered')
}

function isTold<Told extends FanoutAnswer['told']>(
  given: FanoutAnswer,
  told: Told,
): given is Extract<FanoutAnswer, { told: Told }> {
  return given.told === told
}

/** A way's server with its clients; it tells bursts of ticks. */
type Lane = {
  tell(burst: Burst): Promise<FanoutFigures>
  end(): Promise<void>
}

/** So many ticks, with so many events told in each. */
type Burst = { readonly ticks: number; readonly perTick: number }

/** A way that tells in bursts, beside others whose servers are open at the same time. */
export type FanoutContender = Contender<keyof FanoutFigures> & {
  open(): Promise<void>
  close(): Promise<void>
}

/** @param ticks those of a round, with `perTick` events in each */
export function fanoutContender(
  name: string,
  way: Way,
  { clients, ticks, perTick }: Burst & { readonly clients: number },
): FanoutContender {
  const burst = { ticks: Math.ceil(ticks / BURSTS), perTick }
  let lane: Lane | null = null
  return {
    ...contender(name, () => {
      if (!lane) throw new Error(`${name} has no server`)
      return lane.tell(burst)
    }),
    async open() {
      lane = await openLane(way, clients, burst)
    },
    async close() {
      await lane?.end()
      lane = null
    },
  }
}

/**
 * Lets the ways take turns, a burst at a time, with fresh servers and clients each round: a machine that is shared slows
 * down for seconds, which a whole round of one way would have to itself.
 */
export async function takeBursts(
  contenders: readonly FanoutContender[],
  { rounds }: { rounds: number },
): Promise<void> {
  for (let round = 1; round <= rounds; round++) {
    process.stderr.write(`servers of round ${round} of ${rounds}\n`)
    try {
      for (const { open } of contenders) await open()
      await takeTurns(contenders, { rounds: BURSTS })
    } finally {
      await Promise.allSettled(contenders.map(({ close }) => close()))
    }
  }
}

async function openLane(way: Way, clients: number, burst: Burst): Promise<Lane> {
  const { server, open, end } = await startWithClients(way)
  let hear: Hear = () => undefined
  const tell = (told: Burst) => {
    const telling = countDeliveries(server, { ...told, clients })
    hear = telling.hear
    return telling.figures
  }
  try {
    await open(clients, (client, packet) => hear(client, packet))
    // As many ticks as a burst has, so that every frame that is made before is made by then.
    await tell({ ...burst, ticks: Math.max(WARM_UP_TICKS, burst.ticks) })
    return { tell, end }
  } catch (error) {
    await end()
    throw error
  }
}

/** Kilobytes of a connection that is told nothing yet, once what its arrival left has been collected. */
export async function weighConnections(way: Way): Promise<number> {
  const { server, open, end } = await startWithClients(way)
  try {
    await open(FIRST_CONNECTIONS, () => undefined)
    const before = await server.memory()
    await open(WEIGHED_CONNECTIONS, () => undefined)
    return ((await server.memory()) - before) / WEIGHED_CONNECTIONS / 1024
  } finally {
    await end()
  }
}

type Hear = (client: number, packet: Buffer) => void

/** A fresh server of a way, to which clients can be opened; both are gone after the end. */
async function startWithClients(way: Way) {
  const server = await startFanoutServer(way)
  const sockets: LightSocket[] = []
  return {
    server,
    async open(count: number, hear: Hear): Promise<void> {
      const opened = await openLightSockets(count, (client) =>
        openLightSocket({
          port: server.port,
          speaksSocketIo: way !== 'bare',
          onEvent: (packet) => hear(client, packet),
        }),
      )
      sockets.push(...opened)
    },
    async end(): Promise<void> {
      for (const socket of sockets) socket.end()
      await server.end()
    },
  }
}

/** Has a server tell, and counts what comes until all has come, or nothing comes any more. */
function countDeliveries(
  server: FanoutServer,
  { clients, ticks, perTick }: Burst & { readonly clients: number },
) {
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
