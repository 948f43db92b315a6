/** Cost of moving, reading and verifying a board with a million players: `npm run bench:leaderboard`. */
import { verifyStandings } from '@called-it/infra/postgres/queries/standings/standings-moves'
import { movingCandidates } from './leaderboard-moves.ts'
import { measureReads } from './leaderboard-reads.ts'
import { readOptions } from './options.ts'
import { openReport } from './report.ts'
import { candidate, progress, takeTurns } from './runner.ts'
import { fillScoredBoard } from './scored-board.ts'
import { secondsOf, sumOf } from './stats.ts'
import { withSystem } from './system.ts'

const options = readOptions({
  players: { full: 1_000_000, small: 100_000, help: 'players of the board' },
  scores: { full: 100_000, small: 100_000, help: 'scores that are added to it' },
  reads: { full: 500, small: 200, help: 'ranks that are read in a round' },
})

const MAX_VERIFY_SECONDS = 30

await withSystem(async (system) => {
  progress('generating players')
  const board = await fillScoredBoard(system.db, {
    players: options.size('players'),
    scores: options.size('scores'),
  })
  const { ours, obvious } = await movingCandidates(system, board)
  await takeTurns([ours, obvious], options)

  const report = openReport('leaderboard', options, system.versions)
  for (const { name, series } of [obvious, ours]) {
    report.metric(`${name}: added`, 's', series('added'))
    report.metric(`${name}: corrected`, 's', series('corrected'))
  }
  report.ratio('added: ours ÷ obvious', ours.series('added'), obvious.series('added'))
  report.ratio('corrected: ours ÷ obvious', ours.series('corrected'), obvious.series('corrected'))
  report.ratio('both: ours ÷ obvious', ours.series('both'), obvious.series('both'), 'G9')
  await measureReads(system, options, report)
  report.metric('every board counted anew', 's', [board.rebuildSeconds])

  const verify = candidate('standings verify', async () => {
    let differences = 0
    const seconds = await secondsOf(async () => {
      differences = (await verifyStandings(system.db)).length
    })
    return { seconds, differences }
  })
  await takeTurns([verify], options)
  report.metric('standings verify', 's', verify.series('seconds'))
  report.check('the boards equal a fresh count', sumOf(verify.series('differences')) === 0)
  report.check(
    `verify takes at most ${MAX_VERIFY_SECONDS} s`,
    Math.min(...verify.series('seconds')) <= MAX_VERIFY_SECONDS,
  )
  report.finish()
})
