/**
 * How quickly one event reaches many sockets: `npm run bench:fanout`. Three parts, each alone when its size is given:
 *
 * - `--events`: one event a tick, by bare `ws` (the limit), `io.emit` (the obvious way) and the gateway's broadcast
 * - `--coalesced`: what gathering saves, as CPU of an event when three are published in one tick against one
 * - `--sockets`: memory of one gateway with many connected sockets
 */
import { fanoutCandidate, takeBursts } from './fanout-candidates.ts'
import { measureSockets } from './fanout-sockets.ts'
import { readOptions } from './options.ts'
import { openReport, socketVersions } from './report.ts'
import { sumOf } from './stats.ts'

const options = readOptions({
  clients: { full: 2_000, small: 300, help: 'sockets on each server of the first two parts' },
  events: { full: 400, small: 1_200, help: 'events to each socket in a round, one a tick' },
  coalesced: { full: 300, small: 800, help: 'ticks of a round with three events in each' },
  sockets: { full: 18_000, small: 2_000, help: 'sockets on one gateway, more than 500' },
  seconds: { full: 60, small: 10, help: 'that they stay connected, with an event a second' },
})
const PARTS = { events: measureEvents, coalesced: measureCoalescing, sockets: measureSocketsPart } as const
const parts = (['events', 'coalesced', 'sockets'] as const).filter(
  (part, _index, all) => options.isGiven(part) || !all.some((other) => options.isGiven(other)),
)
const report = openReport('fanout', options, socketVersions)
for (const part of parts) await PARTS[part]()
report.finish()

async function measureEvents(): Promise<void> {
  const size = { clients: options.size('clients'), ticks: options.size('events'), perTick: 1 }
  const bare = fanoutCandidate('bare ws, one prebuilt frame', 'bare', size)
  const emit = fanoutCandidate('io.emit', 'emit', size)
  const ours = fanoutCandidate('gateway', 'gateway', size)
  const all = [bare, emit, ours]
  await takeBursts(all, options)
  for (const { name, series } of all) {
    report.metric(`${name}: deliveries`, 'per second', series('deliveriesPerSecond'))
    report.metric(`${name}: CPU per delivery`, 'µs', series('cpuMicrosPerDelivery'))
    report.metric(`${name}: p99 of a delivery`, 'ms', series('p99Ms'))
  }
  const perCpuSecond = ours.series('deliveriesPerCpuSecond')
  const cpu = ours.series('cpuMicrosPerDelivery')
  report.ratio(
    'gateway ÷ bare, deliveries per CPU second',
    perCpuSecond,
    bare.series('deliveriesPerCpuSecond'),
    'G1',
  )
  report.ratio(
    'gateway ÷ bare, deliveries per second',
    ours.series('deliveriesPerSecond'),
    bare.series('deliveriesPerSecond'),
  )
  report.ratio('gateway ÷ io.emit, CPU per delivery', cpu, emit.series('cpuMicrosPerDelivery'), 'G2')
  // No way can be better than this, since each has to make the system call.
  report.ratio(
    'bare ÷ io.emit, CPU per delivery',
    bare.series('cpuMicrosPerDelivery'),
    emit.series('cpuMicrosPerDelivery'),
  )
  report.ratio('gateway ÷ bare, p99 of a delivery', ours.series('p99Ms'), bare.series('p99Ms'), 'G4')
  report.metric('gateway: dropped', 'deliveries', ours.series('dropped'), 'G4-dropped')
  report.check(
    'every event reached every client unchanged, in order',
    all.every(({ series }) => sumOf(series('dropped')) === 0),
  )
}

async function measureCoalescing(): Promise<void> {
  const size = { clients: options.size('clients'), ticks: options.size('coalesced') }
  const limit = fanoutCandidate('bare ws, three frames in one write', 'bare', { ...size, perTick: 3 })
  const emit = fanoutCandidate('io.emit, three a tick', 'emit', { ...size, perTick: 3 })
  const one = fanoutCandidate('gateway, one a tick', 'gateway', { ...size, perTick: 1 })
  const three = fanoutCandidate('gateway, three a tick', 'gateway', { ...size, perTick: 3 })
  const all = [limit, emit, one, three]
  await takeBursts(all, options)
  for (const { name, series } of all) {
    report.metric(`${name}: CPU per delivery`, 'µs', series('cpuMicrosPerDelivery'))
  }
  const cpu = three.series('cpuMicrosPerDelivery')
  report.ratio('gateway, three a tick ÷ one', cpu, one.series('cpuMicrosPerDelivery'), 'G3')
  report.ratio('gateway ÷ io.emit, three a tick', cpu, emit.series('cpuMicrosPerDelivery'))
  report.ratio('gateway ÷ bare, three a tick', cpu, limit.series('cpuMicrosPerDelivery'))
  report.check(
    'every delivery came, in order, three a tick',
    all.every(({ series }) => sumOf(series('dropped')) === 0),
  )
}

function measureSocketsPart(): Promise<void> {
  return measureSockets(
    { sockets: options.size('sockets'), seconds: options.size('seconds') },
    options,
    report,
  )
}
