/**
 * How quick the hub tells one event to many sockets: `npm run bench:fanout`.
 *
 * Each round starts the server of every way as a process of its own and connects the clients to it; the ways tell in
 * short turns, and what is heard is counted one by one. A few stock clients check first that they hear what the light
 * ones do.
 */
import { contender, takeTurns } from '@called-it/infra/bench/frame'
import { readBenchOptions } from '@called-it/infra/bench/options'
import { openReport } from '@called-it/infra/bench/report'
import { type FanoutFigures, fanoutContender, takeBursts, weighConnections } from './fanout-lanes.ts'
import type { Way } from './fanout-wire.ts'
import { installedVersions } from './installed-versions.ts'
import { stockClientsHearTheSame } from './stock-clients.ts'

const options = readBenchOptions({
  clients: { full: 2_000, small: 300, help: 'sockets on each server' },
  events: { full: 400, small: 1_200, help: 'events told to each in a round, one a tick' },
})
const size = { clients: options.size('clients'), ticks: options.size('events'), perTick: 1 }
const bare = fanoutContender('bare ws, one frame made before', 'bare', size)
const emit = fanoutContender('io.emit', 'emit', size)
const hub = fanoutContender('hub', 'hub', size)
const weigh = ({ name }: { name: string }, way: Way) =>
  contender(name, async () => ({ kilobytes: await weighConnections(way) }))
const bareConnection = weigh(bare, 'bare')
const emitConnection = weigh(emit, 'emit')
const hubConnection = weigh(hub, 'hub')
const isSame = await stockClientsHearTheSame()
await takeBursts([bare, emit, hub], options)
await takeTurns([bareConnection, emitConnection, hubConnection], options)

const report = openReport('fanout', options, installedVersions)
for (const { name, series } of [bare, emit, hub]) {
  report.figure(`${name}: deliveries`, 'a second', series('deliveriesPerSecond'))
  report.figure(`${name}: CPU of a delivery`, 'µs', series('cpuMicrosPerDelivery'))
  report.figure(
    `${name}: CPU of a delivery outside the system's calls`,
    'µs',
    series('ownCpuMicrosPerDelivery'),
  )
  report.figure(`${name}: p99 of a delivery`, 'ms', series('p99Ms'))
}
for (const { name, series } of [bareConnection, emitConnection, hubConnection]) {
  report.figure(`${name}: memory of a connection`, 'kB', series('kilobytes'))
}
const ratio = (figure: keyof FanoutFigures, to: typeof bare) =>
  [hub.series(figure), to.series(figure)] as const
report.ratio('hub ÷ bare, deliveries a CPU second', ...ratio('deliveriesPerCpuSecond', bare), 'G1')
report.ratio('hub ÷ bare, deliveries a second', ...ratio('deliveriesPerSecond', bare))
report.ratio('hub ÷ io.emit, CPU of a delivery', ...ratio('cpuMicrosPerDelivery', emit), 'G2')
// No way can do better than this one does, since each has to make the system's call.
report.ratio(
  'bare ÷ io.emit, CPU of a delivery',
  bare.series('cpuMicrosPerDelivery'),
  emit.series('cpuMicrosPerDelivery'),
)
report.ratio("hub ÷ io.emit, outside the system's calls", ...ratio('ownCpuMicrosPerDelivery', emit))
report.ratio('hub ÷ bare, p99 of a delivery', ...ratio('p99Ms', bare), 'G4')
report.figure('hub: dropped', 'deliveries', hub.series('dropped'), 'G4-dropped')
report.ratio(
  'hub ÷ bare, memory of a connection',
  hubConnection.series('kilobytes'),
  bareConnection.series('kilobytes'),
  'G5',
)
report.check('stock clients hear the same', isSame)
report.check(
  'every delivery arrived, in order',
  [bare, emit, hub].every(({ series }) => series('dropped').every((dropped) => dropped === 0)),
)
report.finish()
