/**
 * From an admin's request to the last user, with real processes: `npm run bench:e2e`. Each round scores another show, and
 * ends when the last user who is online has the new board and their own score. `--predictions 1000000 --sockets 2000
 * --rate 50 --rounds 1` is the evening that the product is made for.
 */
import { readOptions } from './options.ts'
import { memoryMbOf } from './process-usage.ts'
import { openReport, socketVersions } from './report.ts'
import { takeTurns } from './runner.ts'
import { startEvening } from './scored-evening.ts'
import { sumOf } from './stats.ts'
import { withSystem } from './system.ts'

const MAX_PROGRESS_GAP_MS = 1_000
const SHARE_IN_TIME = 0.999
const MAX_WORKER_MB = 120

// No small sizes: the goal is a time, which belongs to one size.
const options = readOptions({
  predictions: { full: 100_000, small: 100_000, help: 'users who predicted each show' },
  sockets: { full: 2_000, small: 2_000, help: 'of them, how many are online' },
  gateways: { full: 1, small: 1, help: 'processes that the sockets are spread over' },
  rate: { full: 0, small: 0, help: 'requests a second while a show is scored' },
})
const rate = options.size('rate')

await withSystem(async (system) => {
  const evening = await startEvening(system, {
    users: options.size('predictions'),
    online: options.size('sockets'),
    gateways: options.size('gateways'),
    shows: options.rounds,
    rate,
  })
  await takeTurns([evening.scoring], options)
  const state = await evening.compareWithDatabase()
  const { series } = evening.scoring
  const workerMb = memoryMbOf(evening.workerPid).peak

  const report = openReport('e2e', options, { ...system.versions, ...socketVersions })
  report.metric('request → last user has board and score', 's', series('seconds'), 'G12')
  report.metric('request → response', 's', series('secondsToResponse'))
  report.metric('longest time between two events of progress', 'ms', series('maxProgressGapMs'))
  report.metric('worker: peak memory', 'MB', [workerMb])
  report.metric('gateways: CPU of a round, together', 's', series('gatewayCpuSeconds'))
  report.metric('sent to a user in a round', 'kB', series('kilobytesPerUser'))
  report.metric('connections with a session', 'per second', [evening.connecting.perSecond])
  report.metric('gateways: CPU per connection', 'ms', [evening.connecting.cpuMs])
  report.metric('gateways: memory per connection', 'kB', [evening.connecting.kilobytes])
  if (rate > 0) {
    report.metric('requests', 'per round', series('requests'))
    report.metric('slowest request', 'ms', series('slowestRequestMs'))
    const [made, late] = [sumOf(series('requests')), sumOf(series('lateRequests'))]
    report.check(`${SHARE_IN_TIME * 100} % of requests within a second`, late <= made * (1 - SHARE_IN_TIME))
    report.check('every request succeeded', sumOf(series('failedRequests')) === 0)
  }
  report.check('no event was lost', state.gaps === 0)
  report.check('every page ends with the board of the database', state.isBoardCurrent)
  report.check('every page ends with the versions of the database', state.areVersionsCurrent)
  report.check('every user has the score of the pure function', state.areScoresRight)
  report.check(
    'progress at least every second',
    Math.max(...series('maxProgressGapMs')) <= MAX_PROGRESS_GAP_MS,
  )
  report.check(`worker below ${MAX_WORKER_MB} MB`, workerMb < MAX_WORKER_MB)
  report.finish()
  evening.end()
})
