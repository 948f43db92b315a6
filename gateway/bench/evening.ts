import { fork } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { listTopicVersions } from '@called-it/infra/postgres/queries/live/topic-versions'
import { LEADERBOARD_PAGE, leaderboardEntry } from '@called-it/shared/contract/leaderboards'
import { readTopic, topics } from '@called-it/shared/contract/live'
import { z } from 'zod'
import { cpuSecondsOf, letArrive } from './arrival.ts'
import { monotonicMs } from './fanout-wire.ts'
import { openLightSocket } from './light-socket.ts'
import { makeUpCrowd } from './made-up-crowd.ts'
import { startRealSystem } from './real-system.ts'
import { type LoadOrder, loadResult } from './request-load.ts'
import { WatchingFan } from './watching-fans.ts'

/** What scoring one show measures. */
export type RoundFigures = {
  readonly secondsToLastFan: number
  readonly secondsToAnswer: number
  readonly longestProgressGapMs: number
  readonly gatewayCpuSeconds: number
  readonly kilobytesPerFan: number
  readonly requests: number
  readonly slowestRequestMs: number
  readonly lateRequests: number
  readonly failedRequests: number
}

const LATE_MS = 1_000
const GIVE_UP_MS = 120_000

type Evening = Awaited<ReturnType<typeof openEvening>>

export type { Evening }

/** Starts the product, fills it, and connects those who are online, spread over the gateways. */
export async function openEvening(size: { fans: number; online: number; gateways: number; shows: number }) {
  const system = await startRealSystem({ gateways: size.gateways })
  const { db } = system.postgres
  const crowd = await makeUpCrowd(db, size)
  const port = system.gateways[0]?.port ?? 0
  const versions = await readVersions()
  const fans = crowd.online.map((fan) => ({ ...fan, page: new WatchingFan(versions) }))
  const admin = new WatchingFan(versions)

  async function readVersions(): Promise<Map<string, number>> {
    return new Map((await listTopicVersions(db)).map(({ topic, version }) => [topic, version]))
  }

  const gatewayCpu = () => cpuSecondsOf(system.gateways)
  const arrival = await letArrive(
    system.gateways,
    fans.map(({ cookie, page }) => ({ cookie, hear: (packet) => page.hear(packet) })),
  )
  const adminSocket = openLightSocket({
    port,
    speaksSocketIo: true,
    cookie: crowd.adminCookie,
    onEvent: (packet) => admin.hear(packet),
  })
  await adminSocket.joined

  async function order(showId: number): Promise<void> {
    const response = await fetch(`http://127.0.0.1:${port}/api/admin/shows/${showId}/score`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', Cookie: crowd.adminCookie },
      body: JSON.stringify({ fetchSetlist: false }),
    })
    if (!response.ok) throw new Error(`the order was answered with ${response.status}`)
    await response.arrayBuffer()
  }

  function isTold(fan: (typeof fans)[number], showId: number, since: number): boolean {
    return fan.page.scores.has(showId) && fan.page.boardAt > since
  }

  /** Scores a show by the admin's call while so many requests a second run, and waits for the last fan. */
  async function score(showId: number, rate: number): Promise<RoundFigures> {
    const load = rate > 0 ? startLoad({ ...crowd, port, rate }) : null
    const bytesBefore = bytesHeard()
    const cpuBefore = gatewayCpu()
    admin.runs.length = 0
    const orderedAt = monotonicMs()
    await order(showId)
    const answeredAt = monotonicMs()
    while (!fans.every((fan) => isTold(fan, showId, orderedAt))) {
      if (monotonicMs() - orderedAt > GIVE_UP_MS) throw new Error('not every fan was told')
      await new Promise((resolve) => setTimeout(resolve, 5))
    }
    const lastAt = Math.max(
      ...fans.map(({ page }) => Math.max(page.boardAt, page.scores.get(showId)?.at ?? 0)),
    )
    const { tookMs: byPath, failed } = (await load?.end()) ?? { tookMs: {}, failed: [] }
    for (const [path, took] of Object.entries(byPath)) {
      process.stderr.write(`slowest of ${took.length} x ${path}: ${Math.max(...took).toFixed()} ms\n`)
    }
    const tookMs = Object.values(byPath).flat()
    return {
      secondsToLastFan: (lastAt - orderedAt) / 1_000,
      secondsToAnswer: (answeredAt - orderedAt) / 1_000,
      longestProgressGapMs: longestGap([orderedAt, ...admin.runs.map(({ at }) => at)]),
      gatewayCpuSeconds: gatewayCpu() - cpuBefore,
      kilobytesPerFan: (bytesHeard() - bytesBefore) / fans.length / 1024,
      requests: tookMs.length,
      slowestRequestMs: Math.max(0, ...tookMs),
      lateRequests: tookMs.filter((ms) => ms >= LATE_MS).length,
      failedRequests: failed.length,
    }
  }

  function bytesHeard(): number {
    return fans.reduce((sum, { page }) => sum + page.bytes, 0)
  }

  /** Whether every page has ended where the database is. */
  async function compareWithDatabase() {
    const answer = await fetch(`http://127.0.0.1:${port}/api/leaderboard?limit=${LEADERBOARD_PAGE.size}`)
    const { leaderboard } = z.object({ leaderboard: z.array(leaderboardEntry) }).parse(await answer.json())
    const stands = await readVersions()
    const isPublic = (topic: string) =>
      ['settings', 'catalogue', 'show'].includes(readTopic(topic)?.kind ?? '') || topic === topics.board(0)
    return {
      gaps: fans.reduce((sum, { page }) => sum + page.gaps, admin.gaps),
      isBoardCurrent: fans.every(({ page }) => isDeepStrictEqual(page.board, leaderboard)),
      areVersionsCurrent: fans.every(({ page }) =>
        [...stands].every(([topic, version]) => !isPublic(topic) || page.versions.get(topic) === version),
      ),
      areScoresRight: fans.every(({ page, userId }) =>
        crowd.showIds.every((showId) => page.scores.get(showId)?.score === crowd.pointsOf(userId)),
      ),
    }
  }

  return {
    showIds: crowd.showIds,
    workerPid: system.worker.pid,
    arrival: arrival.figures,
    score,
    compareWithDatabase,
    async end() {
      for (const socket of [...arrival.sockets, adminSocket]) socket.end()
      await system.stop()
    },
  }
}

function longestGap(instants: readonly number[]): number {
  return Math.max(0, ...instants.slice(1).map((at, index) => at - (instants[index] ?? at)))
}

type Load = Omit<LoadOrder, 'cookies' | 'songIds'> & { songIds: readonly number[] } & {
  online: readonly { cookie: string }[]
}

function startLoad({ port, rate, online, openShowId, songIds }: Load) {
  const child = fork(path.join(import.meta.dirname, 'request-load.ts'))
  const cookies = online.map(({ cookie }) => cookie)
  child.send({ port, rate, cookies, openShowId, songIds: [...songIds] } satisfies LoadOrder)
  return {
    async end() {
      const answered = once(child, 'message')
      child.send('end')
      const [message]: unknown[] = await answered
      child.disconnect()
      return loadResult.parse(message)
    },
  }
}
