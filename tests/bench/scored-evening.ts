import { isDeepStrictEqual } from 'node:util'
import { LEADERBOARD_PAGE, leaderboardEntry } from '@called-it/shared/contract/leaderboards'
import { readTopic, topics } from '@called-it/shared/contract/live'
import { z } from 'zod'
import { generateCrowd } from './crowd.ts'
import { connectPages, cpuSecondsOfAll, postAsAdmin, readVersions } from './live-audience.ts'
import { monotonicMs } from './process-usage.ts'
import { candidate, progress } from './runner.ts'
import { sumOf } from './stats.ts'
import type { Server, System } from './system.ts'

const GIVE_UP_MS = 120_000
const POLL_MS = 5
const PUBLIC_TOPICS = ['settings', 'catalogue', 'show']

export type EveningSize = {
  readonly users: number
  readonly online: number
  readonly gateways: number
  readonly shows: number
}

/** Starts the product, fills it, and connects those who are online. Each turn of `scoring` scores another show. */
export async function startEvening(system: System, size: EveningSize) {
  const worker = await system.startWorker()
  const gateways: Server[] = []
  while (gateways.length < size.gateways) gateways.push(await system.startGateway())
  const url = gateways[0]?.url ?? ''
  const crowd = await generateCrowd(system, size)
  const audience = await connectPages(system, gateways, crowd.online)
  const admin = await connectPages(system, gateways, [{ userId: 0, cookie: crowd.adminCookie }])
  const runTimes = admin.pages[0]?.page.runTimes ?? []
  const unscored = [...crowd.showIds]

  const bytesReceived = () => sumOf(audience.pages.map(({ page }) => page.bytes))

  const scoring = candidate('scored show', async () => {
    const showId = unscored.shift()
    if (showId === undefined) throw new Error('every show is scored')
    const bytesBefore = bytesReceived()
    const cpuBefore = cpuSecondsOfAll(gateways)
    runTimes.length = 0
    const startedAt = monotonicMs()
    await postAsAdmin(`${url}/api/admin/shows/${showId}/score`, crowd.adminCookie, { fetchSetlist: false })
    const answeredAt = monotonicMs()
    const isCurrent = ({ page }: (typeof audience.pages)[number]) =>
      page.scores.has(showId) && page.boardAt > startedAt
    while (!audience.pages.every(isCurrent)) {
      if (monotonicMs() - startedAt > GIVE_UP_MS) throw new Error('not every user received board and score')
      await new Promise((resolve) => setTimeout(resolve, POLL_MS))
    }
    const arrivals = audience.pages.map(({ page }) =>
      Math.max(page.boardAt, page.scores.get(showId)?.at ?? 0),
    )
    return {
      seconds: (Math.max(...arrivals) - startedAt) / 1_000,
      secondsToResponse: (answeredAt - startedAt) / 1_000,
      maxProgressGapMs: maxGap([startedAt, ...runTimes]),
      gatewayCpuSeconds: cpuSecondsOfAll(gateways) - cpuBefore,
      kilobytesPerUser: (bytesReceived() - bytesBefore) / audience.pages.length / 1024,
    }
  })

  /** Whether every page has ended with what the database has. */
  async function compareWithDatabase() {
    progress('comparing every page with the database')
    const response = await fetch(`${url}/api/leaderboard?limit=${LEADERBOARD_PAGE.size}`)
    const { leaderboard } = z.object({ leaderboard: z.array(leaderboardEntry) }).parse(await response.json())
    const versions = [...(await readVersions(system))].filter(
      ([topic]) => PUBLIC_TOPICS.includes(readTopic(topic)?.kind ?? '') || topic === topics.board(0),
    )
    const { rows: scores } = await system.pool.query<{ showId: number; userId: number; total: number }>(
      'SELECT shows.id AS "showId", user_id AS "userId", total FROM shows JOIN scores USING (score_set_id)',
    )
    const totals = new Map(scores.map(({ showId, userId, total }) => [`${showId}:${userId}`, total]))
    return {
      gaps: audience.countGaps() + admin.countGaps(),
      isBoardCurrent: audience.pages.every(({ page }) => isDeepStrictEqual(page.board, leaderboard)),
      areVersionsCurrent: audience.pages.every(({ page }) =>
        versions.every(([topic, version]) => page.versions.get(topic) === version),
      ),
      areScoresRight: audience.pages.every(({ page, userId }) =>
        crowd.showIds.every((showId) => page.scores.get(showId)?.score === totals.get(`${showId}:${userId}`)),
      ),
    }
  }

  return {
    scoring,
    workerPid: worker.pid,
    compareWithDatabase,
    end() {
      audience.end()
      admin.end()
    },
  }
}

function maxGap(instants: readonly number[]): number {
  return Math.max(0, ...instants.slice(1).map((at, index) => at - (instants[index] ?? at)))
}
