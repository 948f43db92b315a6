/**
 * From an admin's request to the last live page, with real processes: `npm run bench:e2e`. Each round scores another show,
 * and ends when every page has the new board and its user's score. `--predictions 1000000 --rounds 1` is the product's
 * target size.
 */
import { isDeepStrictEqual } from 'node:util'
import { readTopic, topics } from '@called-it/shared/contract/events'
import { LEADERBOARD_PAGE, leaderboardEntry } from '@called-it/shared/contract/leaderboards'
import { z } from 'zod'
import { generateCrowd } from './crowd.ts'
import { connectPages, postAsAdmin, readVersions } from './live-audience.ts'
import { readOptions } from './options.ts'
import { cpuSecondsOf, memoryMbOf, monotonicMs } from './process-usage.ts'
import { openReport, socketVersions } from './report.ts'
import { candidate, takeTurns } from './runner.ts'
import { sumOf } from './stats.ts'
import { withSystem } from './system.ts'

const MAX_PROGRESS_GAP_MS = 1_000
/** It also makes the roots of the picks, badges and sums. G7-memory is the limit of scoring alone. */
const MAX_WORKER_MB = 200
const GIVE_UP_MS = 120_000
const POLL_MS = 5
const PUBLIC_TOPICS = ['settings', 'catalogue', 'show']

// No small sizes: the goal is a time, which belongs to one size.
const options = readOptions({
  predictions: { full: 100_000, small: 100_000, help: 'users who predicted each show' },
  sockets: { full: 2_000, small: 2_000, help: 'of them, how many are online' },
  gateways: { full: 1, small: 1, help: 'processes that the sockets are spread over' },
})

await withSystem(async (system) => {
  const worker = await system.startWorker()
  const gateways = [await system.startGateway()]
  while (gateways.length < options.size('gateways')) gateways.push(await system.startGateway())
  const url = gateways[0]?.url ?? ''
  const { online, adminCookie, shows } = await generateCrowd(system, {
    users: options.size('predictions'),
    online: options.size('sockets'),
    shows: options.rounds,
  })
  const showIds = shows.map(({ id }) => id)
  const { pages, countGaps, end } = await connectPages(system, gateways, online)
  const admin = await connectPages(system, gateways, [{ userId: 0, cookie: adminCookie }])
  const runTimes = admin.pages[0]?.page.runTimes ?? []
  const unscored = [...showIds]
  const gatewayCpu = () => sumOf(gateways.map(({ pid }) => cpuSecondsOf(pid)))

  const scoring = candidate('scored show', async () => {
    const showId = unscored.shift()
    if (showId === undefined) throw new Error('every show is scored')
    const cpuBefore = gatewayCpu()
    runTimes.length = 0
    const startedAt = monotonicMs()
    await postAsAdmin(`${url}/api/admin/shows/${showId}/score`, adminCookie, {
      fetchSetlist: false,
      closePicks: true,
    })
    while (!pages.every(({ page }) => page.scores.has(showId) && page.boardAt > startedAt)) {
      if (monotonicMs() - startedAt > GIVE_UP_MS) throw new Error('not every user received board and score')
      await new Promise((resolve) => setTimeout(resolve, POLL_MS))
    }
    const arrivals = pages.map(({ page }) => Math.max(page.boardAt, page.scores.get(showId)?.at ?? 0))
    const progressTimes = [startedAt, ...runTimes]
    const gaps = runTimes.map((at, index) => at - (progressTimes[index] ?? at))
    return {
      seconds: (Math.max(...arrivals) - startedAt) / 1_000,
      maxProgressGapMs: Math.max(...gaps),
      gatewayCpuSeconds: gatewayCpu() - cpuBefore,
    }
  })
  await takeTurns([scoring], options)

  const response = await fetch(`${url}/api/leaderboard?limit=${LEADERBOARD_PAGE.size}`)
  const { leaderboard } = z.object({ leaderboard: z.array(leaderboardEntry) }).parse(await response.json())
  const versions = [...(await readVersions(system))].filter(
    ([topic]) => PUBLIC_TOPICS.includes(readTopic(topic)?.kind ?? '') || topic === topics.board(0),
  )
  const { rows: scores } = await system.pool.query<{ showId: number; userId: number; total: number }>(
    `SELECT shows.id AS "showId", user_id AS "userId", total FROM shows JOIN scores USING (score_set_id)
     WHERE user_id = ANY($1)`,
    [online.map(({ userId }) => userId)],
  )
  const totals = new Map(scores.map(({ showId, userId, total }) => [`${showId}:${userId}`, total]))
  const workerMb = memoryMbOf(worker.pid).peak

  const { series } = scoring
  const report = openReport('e2e', options, { ...system.versions, ...socketVersions })
  report.metric('request → last user has board and score', 's', series('seconds'), 'G12')
  report.metric('longest time between two events of progress', 'ms', series('maxProgressGapMs'))
  report.metric('worker: peak memory', 'MB', [workerMb])
  report.metric('gateways: CPU of a round, together', 's', series('gatewayCpuSeconds'))
  report.check('no event was lost', countGaps() + admin.countGaps() === 0)
  report.check(
    'every page ends with the board of the database',
    pages.every(({ page }) => isDeepStrictEqual(page.board, leaderboard)),
  )
  report.check(
    'every page ends with the versions of the database',
    pages.every(({ page }) => versions.every(([topic, version]) => page.versions.get(topic) === version)),
  )
  report.check(
    'every user has the scores of the database',
    scores.length === online.length * showIds.length &&
      pages.every(({ page, userId }) =>
        showIds.every((showId) => page.scores.get(showId)?.score === totals.get(`${showId}:${userId}`)),
      ),
  )
  const longestGapMs = Math.max(...series('maxProgressGapMs'))
  report.check('progress at least every second', longestGapMs <= MAX_PROGRESS_GAP_MS)
  report.check(`worker below ${MAX_WORKER_MB} MB`, workerMb < MAX_WORKER_MB)
  report.finish()
  end()
  admin.end()
})
