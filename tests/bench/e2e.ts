/**
 * From an admin's request to the last user, with real processes: `npm run bench:e2e`. Each round scores another show, and
 * ends when the last user who is online has the new board and their own score. `--predictions 1000000 --rounds 1` is
 * the evening that the product is made for.
 */
import { readOptions } from './options.ts'
import { memoryMbOf } from './process-usage.ts'
import { openReport, socketVersions } from './report.ts'
import { takeTurns } from './runner.ts'
import { startEvening } from './scored-evening.ts'
import { withSystem } from './system.ts'

const MAX_PROGRESS_GAP_MS = 1_000
const MAX_WORKER_MB = 120

// No small sizes: the goal is a time, which belongs to one size.
const options = readOptions({
  predictions: { full: 100_000, small: 100_000, help: 'users who predicted each show' },
  sockets: { full: 2_000, small: 2_000, help: 'of them, how many are online' },
  gateways: { full: 1, small: 1, help: 'processes that the sockets are spread over' },
})

await withSystem(async (system) => {
  const evening = await startEvening(system, {
    users: options.size('predictions'),
    online: options.size('sockets'),
    gateways: options.size('gateways'),
    shows: options.rounds,
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
  report.check('no event was lost', state.gaps === 0)
  report.check('every page ends with the board of the database', state.isBoardCurrent)
  report.check('every page ends with the versions of the database', state.areVersionsCurrent)
  report.check('every user has the score of the database', state.areScoresRight)
  report.check(
    'progress at least every second',
    Math.max(...series('maxProgressGapMs')) <= MAX_PROGRESS_GAP_MS,
  )
  report.check(`worker below ${MAX_WORKER_MB} MB`, workerMb < MAX_WORKER_MB)
  report.finish()
  evening.end()
})
