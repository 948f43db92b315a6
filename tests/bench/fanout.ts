/**
 * One event to many sockets: `npm run bench:fanout`. Three parts, each alone when its size is given:
 *
 * - `--events`: one event a tick, by bare `ws` (the limit), `io.emit` (the obvious way) and the gateway's broadcast
 * - `--coalesced`: CPU of an event when the gateway publishes three in one tick, compared with one
 * - `--sockets`: memory of one gateway with many connected sockets
 */
import { type FanoutCandidate, fanoutCandidate, takeBursts } from './fanout-candidates.ts'
import { measureSockets } from './fanout-sockets.ts'
import { readOptions } from './options.ts'
import { openReport, socketVersions } from './report.ts'
import { sumOf } from './stats.ts'

const options = readOptions({
  clients: { full: 2_000, small: 300, help: 'sockets on each server of the first two parts' },
  events: { full: 400, small: 1_200, help: 'events to each socket in a round, one a tick' },
  coalesced: { full: 300, small: 800, help: 'ticks of a round with three events in each' },
  sockets: { full: 18_000, small: 4_000, help: 'sockets on one gateway, more than 500' },
  seconds: { full: 60, small: 10, help: 'that they stay connected, with an event a second' },
})
const report = openReport('fanout', options, socketVersions)
const clients = options.size('clients')
const isOnePartGiven = (['events', 'coalesced', 'sockets'] as const).some(options.isGiven)
const isChosen = (part: 'events' | 'coalesced' | 'sockets') => !isOnePartGiven || options.isGiven(part)

if (isChosen('events')) {
  const size = { clients, ticks: options.size('events'), perTick: 1 }
  const bare = fanoutCandidate('bare ws, one prebuilt frame', 'bare', size)
  const emit = fanoutCandidate('io.emit', 'emit', size)
  const ours = fanoutCandidate('gateway', 'gateway', size)
  await measureBursts([bare, emit, ours])
  // Deliveries per CPU second are the inverse of CPU per delivery.
  report.ratio('gateway ÷ bare, deliveries per CPU s', cpu(bare), cpu(ours), 'G1')
  report.ratio('gateway ÷ bare, deliveries per second', perSecond(ours), perSecond(bare))
  report.ratio('gateway ÷ io.emit, CPU per delivery', cpu(ours), cpu(emit), 'G2')
  // The lowest possible ratio: every candidate makes the system call.
  report.ratio('bare ÷ io.emit, CPU per delivery', cpu(bare), cpu(emit))
  report.ratio('gateway ÷ bare, p99 of a delivery', ours.series('p99Ms'), bare.series('p99Ms'), 'G4')
  report.metric('gateway: dropped', 'deliveries', ours.series('dropped'), 'G4-dropped')
}
if (isChosen('coalesced')) {
  const size = { clients, ticks: options.size('coalesced'), perTick: 3 }
  const one = fanoutCandidate('gateway, one a tick', 'gateway', { ...size, perTick: 1 })
  const three = fanoutCandidate('gateway, three a tick', 'gateway', size)
  await measureBursts([one, three])
  report.ratio('gateway, three a tick ÷ one', cpu(three), cpu(one), 'G3')
}
if (isChosen('sockets')) {
  await measureSockets(
    { sockets: options.size('sockets'), seconds: options.size('seconds') },
    options,
    report,
  )
}
report.finish()

async function measureBursts(candidates: readonly FanoutCandidate[]): Promise<void> {
  await takeBursts(candidates, options)
  for (const candidate of candidates) {
    const { name, series } = candidate
    report.metric(`${name}: deliveries`, 'per second', perSecond(candidate))
    report.metric(`${name}: CPU per delivery`, 'µs', cpu(candidate))
    report.metric(`${name}: p99 of a delivery`, 'ms', series('p99Ms'))
    report.check(`${name}: every event reached every client, in order`, sumOf(series('dropped')) === 0)
  }
}

function cpu({ series }: FanoutCandidate): number[] {
  return series('cpuMicrosPerDelivery')
}

function perSecond({ series }: FanoutCandidate): number[] {
  return series('deliveriesPerSecond')
}
