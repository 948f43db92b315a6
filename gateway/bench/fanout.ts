/**
 * How quick the hub tells one event to many sockets: `npm run bench:fanout`.
 *
 * Each turn starts the server of one way as a process of its own and connects the clients to it; what they hear
 * is counted one by one. A few stock clients check first that they hear what the light ones do.
 */
import { contender, takeTurns } from '@called-it/infra/bench/frame'
import { readBenchOptions } from '@called-it/infra/bench/options'
import { openReport } from '@called-it/infra/bench/report'
import { type FanoutFigures, takeFanoutTurn, weighConnections } from './fanout-turn.ts'
import { installedVersions } from './installed-versions.ts'
import { stockClientsHearTheSame } from './stock-clients.ts'

const options = readBenchOptions({
  clients: { full: 2_000, small: 300, help: 'sockets on the server' },
  events: { full: 400, small: 400, help: 'events told to each, one a tick' },
})
const size = { clients: options.size('clients'), ticks: options.size('events'), perTick: 1 }
type Figure = keyof FanoutFigures | 'kilobytesPerConnection'
const way = (name: string, which: Parameters<typeof takeFanoutTurn>[0]) =>
  contender<Figure>(name, async () => ({
    ...(await takeFanoutTurn(which, size)),
    kilobytesPerConnection: await weighConnections(which),
  }))
const bare = way('bare ws, one frame made before', 'bare')
const emit = way('io.emit', 'emit')
const hub = way('hub', 'hub')
const isSame = await stockClientsHearTheSame()
await takeTurns([bare, emit, hub], options)

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
  report.figure(`${name}: memory of a connection`, 'kB', series('kilobytesPerConnection'))
}
const ratio = (figure: Figure, to: typeof bare) => [hub.series(figure), to.series(figure)] as const
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
report.ratio('hub ÷ bare, memory of a connection', ...ratio('kilobytesPerConnection', bare), 'G5')
report.check('stock clients hear the same', isSame)
report.check(
  'every delivery arrived, in order',
  [bare, emit, hub].every(({ series }) => series('dropped').every((dropped) => dropped === 0)),
)
report.finish()
