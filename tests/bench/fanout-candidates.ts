import {
  type FanoutRequest,
  listening,
  packetOf,
  published,
  type ServerKind,
  stepNumber,
} from './fanout-messages.ts'
import { forkProgram } from './forked.ts'
import { type LightSocket, openLightSocket, openLightSockets } from './light-socket.ts'
import { monotonicMs } from './process-usage.ts'
import { type Candidate, candidate, progress, takeTurns } from './runner.ts'
import { quantileOf } from './stats.ts'

/** Ticks in flight at once, so that neither side waits for the other. */
const OUTSTANDING = 4
/** A round of a candidate is split into bursts, between those of the other candidates. */
const BURSTS = 8
const WARM_UP_TICKS = 50
/** Missing events count as dropped after this time without a message. */
const PATIENCE_MS = 10_000

/** A delivery is one event at one client. */
export type FanoutMetrics = {
  readonly deliveriesPerSecond: number
  /** CPU time of the server process. */
  readonly cpuMicrosPerDelivery: number
  readonly p99Ms: number
  /** Deliveries that were lost, out of order or different from what was published. */
  readonly dropped: number
}

/** So many ticks, with so many events in each, to so many clients. */
type Burst = { readonly clients: number; readonly ticks: number; readonly perTick: number }

export type FanoutCandidate = Candidate<keyof FanoutMetrics> & {
  open(): Promise<void>
  close(): Promise<void>
}

/** The server as a separate process, with its clients in this one; `round` is split into bursts. */
export function fanoutCandidate(name: string, kind: ServerKind, round: Burst): FanoutCandidate {
  const burst = { ...round, ticks: Math.ceil(round.ticks / BURSTS) }
  let server: ReturnType<typeof forkProgram> | null = null
  let sockets: LightSocket[] = []
  let receive = (_client: number, _packet: Buffer): void => undefined

  function publish(given: Burst): Promise<FanoutMetrics> {
    if (!server) throw new Error(`${name} has no server`)
    const counted = countDeliveries(server, given)
    receive = counted.receive
    return counted.metrics
  }

  return {
    ...candidate(name, () => publish(burst)),
    async open() {
      server = forkProgram('fanout-server.ts', [kind])
      const { port } = listening.parse(await server.nextMessage())
      sockets = await openLightSockets(burst.clients, (client) =>
        openLightSocket({ port, isBare: kind === 'bare', onEvent: (packet) => receive(client, packet) }),
      )
      // At least the ticks of a burst, so that every prebuilt frame exists afterwards.
      await publish({ ...burst, ticks: Math.max(WARM_UP_TICKS, burst.ticks) })
    },
    async close() {
      for (const socket of sockets) socket.end()
      await server?.stop()
    },
  }
}

/** Candidates take turns with their bursts, on new servers each round: a shared machine slows down for seconds. */
export async function takeBursts(
  candidates: readonly FanoutCandidate[],
  { rounds }: { rounds: number },
): Promise<void> {
  for (let round = 1; round <= rounds; round++) {
    progress(`servers of round ${round} of ${rounds}`)
    try {
      for (const { open } of candidates) await open()
      await takeTurns(candidates, { rounds: BURSTS })
    } finally {
      await Promise.allSettled(candidates.map(({ close }) => close()))
    }
  }
}

/** Starts a burst, and counts deliveries until all have arrived or none arrives any more. */
function countDeliveries(server: ReturnType<typeof forkProgram>, { clients, ticks, perTick }: Burst) {
  const expected = new Uint32Array(clients)
  /** When the last event of a tick came to a client, tick by tick. */
  const arrivals = new Float64Array(clients * ticks)
  const clientsWith = new Uint32Array(ticks)
  let received = 0
  let wrong = 0
  let completeTicks = 0
  let lastAt = 0
  const ended = Promise.withResolvers<void>()
  let receivedBefore = -1
  const watch = setInterval(() => {
    if (received === receivedBefore) ended.resolve()
    receivedBefore = received
  }, PATIENCE_MS)

  function receive(client: number, packet: Buffer): void {
    const number = stepNumber(packet)
    if (expected[client] !== number) wrong += 1
    // Comparing all bytes at every client would measure the clients.
    if (client === 0 && packet.toString() !== packetOf(number)) wrong += 1
    expected[client] = number + 1
    received += 1
    if ((number + 1) % perTick !== 0) return
    const tick = Math.floor(number / perTick)
    lastAt = monotonicMs()
    arrivals[tick * clients + client] = lastAt
    clientsWith[tick] = (clientsWith[tick] ?? 0) + 1
    if (tick !== completeTicks || clientsWith[tick] !== clients) return
    completeTicks += 1
    if (completeTicks === ticks) ended.resolve()
    else server.send({ kind: 'delivered', ticks: completeTicks } satisfies FanoutRequest)
  }

  async function publish(): Promise<FanoutMetrics> {
    server.send({ kind: 'publish', ticks, perTick, outstanding: OUTSTANDING } satisfies FanoutRequest)
    await ended.promise
    clearInterval(watch)
    const response = await server.ask({ kind: 'delivered', ticks } satisfies FanoutRequest)
    const { cpuMicros, startedAt } = published.parse(response)
    const delays = Array.from(arrivals, (at, index) => at - (startedAt[Math.floor(index / clients)] ?? 0))
    return {
      deliveriesPerSecond: (received / (lastAt - (startedAt[0] ?? 0))) * 1_000,
      cpuMicrosPerDelivery: cpuMicros / received,
      p99Ms: quantileOf(delays, 0.99),
      dropped: clients * ticks * perTick - received + wrong,
    }
  }
  return { receive, metrics: publish() }
}
