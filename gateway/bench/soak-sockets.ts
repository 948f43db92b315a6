/**
 * Whether one gateway holds many fans for long: `npm run bench:soak-sockets`. Everybody is connected with a
 * session from one address, as a venue is, and an admin turns a switch every second. At the end the gateway's
 * memory must be what it was after the first minute, within a tenth, and every fan must be current.
 */
import { setTimeout as wait } from 'node:timers/promises'
import { readBenchOptions } from '@called-it/infra/bench/options'
import { openReport } from '@called-it/infra/bench/report'
import { quantileOf } from '@called-it/infra/bench/spread'
import { listTopicVersions } from '@called-it/infra/postgres/queries/live/topic-versions'
import { topics } from '@called-it/shared/contract/live'
import { cpuSecondsOf, letArrive, memoryOf } from './arrival.ts'
import { monotonicMs } from './fanout-wire.ts'
import { installedVersions } from './installed-versions.ts'
import { makeUpCrowd } from './made-up-crowd.ts'
import { startRealSystem } from './real-system.ts'
import { turnSwitch } from './turn-switch.ts'
import { WatchingFan } from './watching-fans.ts'

const SECONDS_A_MINUTE = 60
const MEMORY_TOLERANCE = 0.1
/** Memory is what a process has least of within so many seconds: between two collections it swings. */
const MEMORY_WINDOW = 20
const LAST_EVENT_MS = 10_000

const options = readBenchOptions(
  {
    sockets: { full: 8_000, small: 300, help: 'fans who are connected' },
    minutes: { full: 10, small: 2, help: 'for how long' },
  },
  { rounds: 1 },
)
const online = options.size('sockets')
const seconds = options.size('minutes') * SECONDS_A_MINUTE
const system = await startRealSystem({ gateways: 1 })
try {
  const { db } = system.postgres
  const crowd = await makeUpCrowd(db, { fans: online, online, shows: 0 })
  const stood = new Map((await listTopicVersions(db)).map(({ topic, version }) => [topic, version]))
  const pages = crowd.online.map(({ cookie }) => ({ cookie, page: new WatchingFan(stood) }))
  const { figures, sockets } = await letArrive(
    system.gateways,
    pages.map(({ cookie, page }) => ({ cookie, hear: (packet) => page.hear(packet) })),
  )
  let ended = 0
  for (const { closed } of sockets) void closed.then(() => (ended += 1))

  const memory: number[] = []
  const cpuBefore = cpuSecondsOf(system.gateways)
  const startedAt = monotonicMs()
  for (let second = 0; second < seconds; second += 1) {
    await turnSwitch(system.gateways[0]?.port ?? 0, crowd.adminCookie, second % 2 === 0)
    memory.push(memoryOf(system.gateways))
    if (second % SECONDS_A_MINUTE === 0) process.stderr.write(`minute ${second / SECONDS_A_MINUTE}\n`)
    await wait(Math.max(0, startedAt + (second + 1) * 1_000 - monotonicMs()))
  }
  const cpuSeconds = cpuSecondsOf(system.gateways) - cpuBefore
  const final = (await listTopicVersions(db)).find(({ topic }) => topic === topics.settings)?.version
  const isCurrent = () => pages.every(({ page }) => page.versions.get(topics.settings) === final)
  const giveUpAt = monotonicMs() + LAST_EVENT_MS
  while (!isCurrent() && monotonicMs() < giveUpAt) await wait(20)

  const leastFrom = (second: number) => Math.min(...memory.slice(second, second + MEMORY_WINDOW))
  const [early, late] = [leastFrom(SECONDS_A_MINUTE - MEMORY_WINDOW), leastFrom(seconds - MEMORY_WINDOW)]
  const events = pages.reduce((sum, { page }) => sum + page.events, 0)
  const report = openReport('soak-sockets', options, installedVersions)
  for (const [name, { unit, value }] of Object.entries(figures)) report.figure(name, unit, [value])
  report.figure('gateway: memory after a minute', 'MB', [early])
  report.figure('gateway: memory at the end', 'MB', [late])
  report.figure('gateway: memory at the end ÷ after a minute', 'ratio', [late / early])
  report.figure('gateway: most memory', 'MB', [quantileOf(memory, 1)])
  report.figure('gateway: CPU of an event at a socket, pings and all', 'µs', [
    (cpuSeconds / events) * 1_000_000,
  ])
  report.figure('events heard by a fan', 'events', [events / online])
  report.check('memory is as after the first minute, within a tenth', late <= early * (1 + MEMORY_TOLERANCE))
  report.check('every fan is current', isCurrent())
  report.check(
    'no event lost: every chain of versions is whole',
    pages.every(({ page }) => page.gaps === 0),
  )
  report.check('nobody was disconnected', ended === 0)
  report.finish()
  for (const socket of sockets) socket.end()
} finally {
  await system.stop()
}
