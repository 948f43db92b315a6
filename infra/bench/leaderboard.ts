/**
 * What a board costs at a million players: `npm run bench:leaderboard -- --help`.
 *
 * The scores of a show are added to the standings, corrected and taken away, in turn with the obvious way (one
 * table of totals with an index by rank); then ranks, pages and the check of the standings are timed, on the
 * tables that this leaves.
 */

import { verifyStandings } from '../postgres/queries/standings/standings-count.ts'
import { type BenchStores, withBenchStores } from './bench-stores.ts'
import { takeTurns } from './frame.ts'
import { movingContenders } from './leaderboard-moves.ts'
import { measureReads } from './leaderboard-reads.ts'
import { makeLeaderboardWorld } from './leaderboard-world.ts'
import { readBenchOptions } from './options.ts'
import { openReport, type Report } from './report.ts'

const options = readBenchOptions({
  players: { full: 1_000_000, small: 100_000, help: 'players of the board' },
  scores: { full: 100_000, small: 100_000, help: 'scores that are added to it' },
  reads: { full: 500, small: 200, help: 'ranks that are read in a round' },
})

/** So long the check of the standings may take at a million players. */
const VERIFY_LIMIT_SECONDS = 30

await withBenchStores(async (stores) => {
  process.stderr.write('making players\n')
  const world = await makeLeaderboardWorld(stores.db, {
    players: options.size('players'),
    scores: options.size('scores'),
  })
  const { ours, obvious } = await movingContenders(stores, world)
  await takeTurns([ours, obvious], options)

  const report = openReport('leaderboard', options, stores.versions)
  for (const { name, series } of [obvious, ours]) {
    report.figure(`${name}: added`, 's', series('added'))
    report.figure(`${name}: corrected`, 's', series('corrected'))
  }
  report.ratio('added: ours ÷ obvious', ours.series('added'), obvious.series('added'))
  report.ratio('corrected: ours ÷ obvious', ours.series('corrected'), obvious.series('corrected'))
  report.ratio('both: ours ÷ obvious', ours.series('both'), obvious.series('both'), 'G9')
  await measureReads(stores, options, report)
  report.figure('every board counted anew', 's', [world.rebuildSeconds])
  await measureVerify(stores, report)
  report.finish()
})

async function measureVerify({ db }: BenchStores, report: Report): Promise<void> {
  const seconds: number[] = []
  let differences = 0
  for (let round = 0; round < options.rounds; round++) {
    const begunAt = performance.now()
    differences += (await verifyStandings(db)).length
    seconds.push((performance.now() - begunAt) / 1000)
  }
  report.figure('standings verify', 's', seconds)
  report.check('the boards are as a fresh count has them', differences === 0)
  report.check(`verify takes at most ${VERIFY_LIMIT_SECONDS} s`, Math.min(...seconds) <= VERIFY_LIMIT_SECONDS)
}
