/**
 * What gathering saves: `npm run bench:coalesce`. The CPU time of an event when three are told in one tick,
 * against one a tick; with `io.emit`, which does not gather, beside it.
 */
import { readBenchOptions } from '@called-it/infra/bench/options'
import { openReport } from '@called-it/infra/bench/report'
import { fanoutContender, takeBursts } from './fanout-lanes.ts'
import { installedVersions } from './installed-versions.ts'

const options = readBenchOptions({
  clients: { full: 2_000, small: 300, help: 'sockets on the server' },
  ticks: { full: 300, small: 800, help: 'ticks of a round in which events are told' },
})
const [clients, ticks] = [options.size('clients'), options.size('ticks')]
const three = { clients, ticks, perTick: 3 }
const limit = fanoutContender('bare ws, three frames in one write', 'bare', three)
const emitted = fanoutContender('io.emit, three a tick', 'emit', three)
const one = fanoutContender('hub, one a tick', 'hub', { clients, ticks, perTick: 1 })
const gathered = fanoutContender('hub, three a tick', 'hub', three)
const all = [limit, emitted, one, gathered]
await takeBursts(all, options)

const report = openReport('coalesce', options, installedVersions)
const cpu = (one: (typeof all)[number]) => one.series('cpuMicrosPerDelivery')
for (const one of all) report.figure(`${one.name}: CPU of an event at a socket`, 'µs', cpu(one))
report.ratio('hub, three a tick ÷ one', cpu(gathered), cpu(one), 'G3')
report.ratio('hub ÷ io.emit, three a tick', cpu(gathered), cpu(emitted))
report.ratio('hub ÷ bare, three a tick', cpu(gathered), cpu(limit))
report.check(
  'every delivery arrived, in order',
  all.every(({ series }) => series('dropped').every((dropped) => dropped === 0)),
)
report.finish()
