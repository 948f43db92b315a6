/**
 * From an admin's order to the last fan, with real processes: `npm run bench:e2e`.
 *
 * An embedded Postgres and Redis, gateways and one worker; a crowd with predictions, some of it online. Each
 * round scores another show by the admin's call, and ends when the last fan who is online has the new board and
 * their own score. With `--rate` requests of fans run beside it; `--predictions 1000000 --sockets 2000 --rate 50
 * --rounds 1` is the evening that the product is made for.
 */

import { readBenchOptions } from '@called-it/infra/bench/options'
import { memoryMbOf } from '@called-it/infra/bench/process-cost'
import { openReport } from '@called-it/infra/bench/report'
import { openEvening, type RoundFigures } from './evening.ts'
import { installedVersions } from './installed-versions.ts'

/** What fans and admins are promised. */
const MOST_MS = { request: 1_000, betweenProgress: 1_000 }
const SHARE_IN_TIME = 0.999
const MOST_WORKER_MB = 120

// No small sizes: the goal is a time, which is one size's.
const options = readBenchOptions({
  predictions: { full: 100_000, small: 100_000, help: 'fans who predicted each show' },
  sockets: { full: 2_000, small: 2_000, help: 'of them, how many are online' },
  gateways: { full: 1, small: 1, help: 'processes that the sockets are spread over' },
  rate: { full: 0, small: 0, help: 'requests a second beside it' },
})
const evening = await openEvening({
  fans: options.size('predictions'),
  online: options.size('sockets'),
  gateways: options.size('gateways'),
  shows: options.rounds,
})
const rounds: RoundFigures[] = []
try {
  for (const showId of evening.showIds) {
    process.stderr.write(`round ${rounds.length + 1} of ${options.rounds}\n`)
    rounds.push(await evening.score(showId, options.size('rate')))
  }
  const state = await evening.compareWithDatabase()
  const series = (figure: keyof RoundFigures) => rounds.map((round) => round[figure])
  const report = openReport('e2e', options, installedVersions)
  report.figure('order given → last fan has board and score', 's', series('secondsToLastFan'), 'G12')
  report.figure('order given → it is answered', 's', series('secondsToAnswer'))
  report.figure('longest time between two tellings of progress', 'ms', series('longestProgressGapMs'))
  report.figure('worker: most memory', 'MB', [memoryMbOf(evening.workerPid).peak])
  report.figure('gateways: CPU of a round, together', 's', series('gatewayCpuSeconds'))
  report.figure('sent to a fan in a round', 'kB', series('kilobytesPerFan'))
  for (const [name, { unit, value }] of Object.entries(evening.arrival)) report.figure(name, unit, [value])
  if (options.size('rate') > 0) {
    report.figure('requests: made', 'a round', series('requests'))
    report.figure('requests: slowest', 'ms', series('slowestRequestMs'))
    const [made, late] = [sum(series('requests')), sum(series('lateRequests'))]
    report.check(`${SHARE_IN_TIME * 100} % of requests within a second`, late <= made * (1 - SHARE_IN_TIME))
    report.check('every request answered with success', sum(series('failedRequests')) === 0)
  }
  report.check('no event lost: every chain of versions is whole', state.gaps === 0)
  report.check('every fan ends with the board as the database has it', state.isBoardCurrent)
  report.check('every fan ends with the versions of the database', state.areVersionsCurrent)
  report.check('every fan has the score that the pure function says', state.areScoresRight)
  report.check(
    'progress told at least every second',
    series('longestProgressGapMs').every((gap) => gap <= MOST_MS.betweenProgress),
  )
  report.check(`worker below ${MOST_WORKER_MB} MB`, memoryMbOf(evening.workerPid).peak < MOST_WORKER_MB)
  report.finish()
} finally {
  await evening.end()
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0)
}
