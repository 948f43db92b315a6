/**
 * What gathering saves: `npm run bench:coalesce`. The CPU time of an event when three are told in one tick,
 * against one a tick; with `io.emit`, which does not gather, beside it.
 */
import { contender, takeTurns } from '@called-it/infra/bench/frame'
import { readBenchOptions } from '@called-it/infra/bench/options'
import { openReport } from '@called-it/infra/bench/report'
import { type FanoutFigures, takeFanoutTurn } from './fanout-turn.ts'
import { installedVersions } from './installed-versions.ts'

const EVENTS_A_TICK = 3

const options = readBenchOptions({
  clients: { full: 2_000, small: 300, help: 'sockets on the server' },
  ticks: { full: 300, small: 300, help: 'ticks in which events are told' },
})
const [clients, ticks] = [options.size('clients'), options.size('ticks')]
const way = (name: string, which: Parameters<typeof takeFanoutTurn>[0], perTick: number) =>
  contender<keyof FanoutFigures>(name, () => takeFanoutTurn(which, { clients, ticks, perTick }))
const limit = way('bare ws, three frames in one write', 'bare', EVENTS_A_TICK)
const emitted = way('io.emit, three a tick', 'emit', EVENTS_A_TICK)
const one = way('hub, one a tick', 'hub', 1)
const three = way('hub, three a tick', 'hub', EVENTS_A_TICK)
const all = [limit, emitted, one, three]
await takeTurns(all, options)

const report = openReport('coalesce', options, installedVersions)
const cpu = (one: (typeof all)[number]) => one.series('cpuMicrosPerDelivery')
for (const one of all) report.figure(`${one.name}: CPU of an event at a socket`, 'µs', cpu(one))
report.ratio('hub, three a tick ÷ one', cpu(three), cpu(one), 'G3')
report.ratio('hub ÷ io.emit, three a tick', cpu(three), cpu(emitted))
report.ratio('hub ÷ bare, three a tick', cpu(three), cpu(limit))
report.check(
  'every delivery arrived, in order',
  all.every(({ series }) => series('dropped').every((dropped) => dropped === 0)),
)
report.finish()
