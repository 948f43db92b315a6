import { setTimeout as wait } from 'node:timers/promises'
import { topics } from '@called-it/shared/contract/live'
import { type Crowd, generateCrowd } from './crowd.ts'
import { type SocketMessage, type SocketsToOpen, socketCounts } from './fanout-messages.ts'
import { forkProgram } from './forked.ts'
import { readVersions, switchTestMode } from './live-audience.ts'
import { memoryMbOf, monotonicMs } from './process-usage.ts'
import type { Report } from './report.ts'
import { candidate, progress, takeTurns } from './runner.ts'
import { sumOf } from './stats.ts'
import { type Server, type System, withSystem } from './system.ts'

/** The goal is about so many; machines that allow 20,000 open files per process cannot connect them to one gateway. */
const GOAL_SOCKETS = 20_000
const SOCKETS_PER_USER = 50
/** With these a gateway gets what it has only once, such as compiled code and a larger heap. */
const FIRST_SOCKETS = 500
const FIRST_SECONDS = 5
const MAX_CATCH_UP_MS = 10_000
const MB_PER_GB = 1e9 / 2 ** 20

type Size = { readonly sockets: number; readonly seconds: number }

/**
 * Connects sockets with sessions to one gateway, changes a setting every second, and asks meanwhile for `/readyz` and a
 * board. Memory is the highest resident memory since the gateway's start; what a socket adds to it is scaled to the number
 * of the goal.
 */
export async function measureSockets(size: Size, options: { rounds: number }, report: Report): Promise<void> {
  await withSystem(async (system) => {
    const users = Math.ceil(size.sockets / SOCKETS_PER_USER)
    const crowd = await generateCrowd(system, { users, online: users, shows: 0 })
    const gateways = candidate(`gateway with ${size.sockets} sockets`, () => runGateway(system, crowd, size))
    await takeTurns([gateways], options)
    const { series } = gateways
    const scaled = series('peakMb').map((peakMb, round) => {
      const firstMb = series('firstMb')[round] ?? Number.NaN
      const factor = (GOAL_SOCKETS - FIRST_SOCKETS) / (size.sockets - FIRST_SOCKETS)
      return (firstMb + (peakMb - firstMb) * factor) / MB_PER_GB
    })
    const name = `${size.sockets} sockets`
    report.metric(`${FIRST_SOCKETS} sockets: resident memory`, 'MB', series('firstMb'))
    report.metric(`${name}: resident memory, peak`, 'MB', series('peakMb'))
    report.metric(`${name}: memory of a further socket, at the end`, 'kB', series('kilobytes'))
    report.metric(`${GOAL_SOCKETS} sockets: peak, scaled from ${size.sockets}`, 'GB', scaled, 'G5')
    report.metric(`${name}: slowest /readyz or board`, 'ms', series('slowestMs'))
    const none = (metric: Parameters<typeof series>[0]) => sumOf(series(metric)) === 0
    report.check('no socket was disconnected', none('disconnected'))
    report.check('every socket received every change of the settings', none('behind') && none('gaps'))
    report.check('/readyz and the board were served meanwhile', none('failed'))
  })
}

async function runGateway(system: System, { online, adminCookie }: Crowd, { sockets, seconds }: Size) {
  const gateway = await system.startGateway()
  const versions = [...(await readVersions(system))]
  const cookies = Array.from({ length: sockets }, (_, socket) => online[socket % online.length]?.cookie ?? '')
  const connect = (from: number, to: number) =>
    startClients({ port: gateway.port, cookies: cookies.slice(from, to), versions })
  const clients = [await connect(0, FIRST_SOCKETS)]
  try {
    await changeEverySecond(gateway, adminCookie, FIRST_SECONDS)
    const { peak: firstMb } = memoryMbOf(gateway.pid)
    const half = Math.ceil((FIRST_SOCKETS + sockets) / 2)
    clients.push(...(await Promise.all([connect(FIRST_SOCKETS, half), connect(half, sockets)])))
    progress(`  ${sockets} sockets are connected`)
    const served = await changeEverySecond(gateway, adminCookie, seconds)
    const version = (await readVersions(system)).get(topics.settings) ?? 0
    const counts = await countUntilCurrent(clients, version)
    const { peak: peakMb, now: endMb } = memoryMbOf(gateway.pid)
    const kilobytes = ((endMb - firstMb) * 1_024) / (sockets - FIRST_SOCKETS)
    return { firstMb, peakMb, kilobytes, ...served, ...counts }
  } finally {
    for (const client of clients) await client.stop()
    await gateway.stop()
  }
}

async function changeEverySecond(gateway: Server, adminCookie: string, seconds: number) {
  const startedAt = monotonicMs()
  let slowestMs = 0
  let failed = 0
  for (let second = 0; second < seconds; second += 1) {
    await switchTestMode(gateway, adminCookie, second % 2 === 0)
    for (const path of ['/readyz', '/api/leaderboard']) {
      const askedAt = monotonicMs()
      const response = await fetch(gateway.url + path)
      await response.arrayBuffer()
      slowestMs = Math.max(slowestMs, monotonicMs() - askedAt)
      if (!response.ok) failed += 1
    }
    await wait(Math.max(0, startedAt + (second + 1) * 1_000 - monotonicMs()))
  }
  return { slowestMs, failed }
}

type Clients = Awaited<ReturnType<typeof startClients>>

/** Asks until every socket has the version of the settings, or the time is up. */
async function countUntilCurrent(clients: readonly Clients[], version: number) {
  const giveUpAt = monotonicMs() + MAX_CATCH_UP_MS
  for (;;) {
    const counts = await Promise.all(clients.map((client) => client.count(version)))
    const total = {
      behind: sumOf(counts.map(({ behind }) => behind)),
      gaps: sumOf(counts.map(({ gaps }) => gaps)),
      disconnected: sumOf(counts.map(({ disconnected }) => disconnected)),
    }
    if (total.behind === 0 || monotonicMs() > giveUpAt) return total
    await wait(100)
  }
}

/** A process with sockets, one for each cookie; resolves when all are connected. */
async function startClients(sockets: SocketsToOpen) {
  const { ask, stop } = forkProgram('socket-clients.ts')
  await ask(sockets satisfies SocketMessage)
  return {
    count: async (version: number) => socketCounts.parse(await ask({ version } satisfies SocketMessage)),
    stop,
  }
}
