import { setTimeout as wait } from 'node:timers/promises'
import { freePort } from '@called-it/launch/port'
import { leaderboard } from '@called-it/shared/contract/leaderboards'
import { topics } from '@called-it/shared/contract/live'
import { generateCrowd } from '../bench/crowd.ts'
import { connectPages, readVersions, switchTestMode } from '../bench/live-audience.ts'
import { monotonicMs } from '../bench/process-usage.ts'
import { fillScoredBoard } from '../bench/scored-board.ts'
import type { System } from '../bench/system.ts'
import { makeShow } from '../support/factories.ts'
import { type DriveResult, startDriver } from './driver.ts'
import type { UserAction } from './user-requests.ts'

/** The whole crowd comes from one address, and each user makes more requests than any real one. */
const RATE_LIMIT_SCALE = '100000'
const LATER_PAGES = 20
const LAST_MINUTE_MS = 60_000
const GIVE_UP_MS = 30_000
/** The gateway is idle once it answers so quickly, so many times in a row. */
const IDLE = { ms: 50, times: 10 }

export type LoadedSystem = Awaited<ReturnType<typeof startLoadedSystem>>

/** Starts the product with a board and a crowd that is logged in, of which a part is online, and a request driver. */
export async function startLoadedSystem(
  system: System,
  size: { users: number; online: number; players: number },
) {
  const { db, pool } = system
  const metricsPort = await freePort()
  await system.startWorker()
  const gateway = await system.startGateway({ RATE_LIMIT_SCALE, METRICS_PORT: String(metricsPort) })
  const { url } = gateway
  const crowd = await generateCrowd(system, { users: size.users, online: size.users, shows: 0 })
  const { tourId } = await fillScoredBoard(db, { players: size.players, scores: size.players / 10 })
  const cursors = await readCursors(url)
  const audience = await connectPages(system, [gateway], crowd.online.slice(0, size.online))
  const driver = startDriver()
  let isTestMode = false

  return {
    countOpen: audience.countOpen,

    /** A show that may be predicted for one more minute. */
    async openLastMinute(): Promise<number> {
      return (await makeShow(db, { locks_at: new Date(Date.now() + LAST_MINUTE_MS) })).id
    },

    drive(action: UserAction, rate: number, seconds: number, showId: number): Promise<DriveResult> {
      const cookies = crowd.online.map(({ cookie }) => cookie)
      const unique = `fan-${Date.now().toString(36)}`
      const parts = { cookies, songIds: [...crowd.songIds], showId, tourId, cursors, unique }
      return driver.drive({ url, action, rate, seconds, parts })
    },

    async waitUntilIdle(): Promise<void> {
      const giveUpAt = monotonicMs() + GIVE_UP_MS
      for (let quick = 0; quick < IDLE.times && monotonicMs() < giveUpAt; ) {
        const startedAt = monotonicMs()
        const { ok } = await fetch(`${url}/readyz`)
        quick = ok && monotonicMs() - startedAt < IDLE.ms ? quick + 1 : 0
        await wait(10)
      }
    },

    async countPredictions(showId: number): Promise<number> {
      const { rows } = await pool.query<{ count: string }>(
        'SELECT count(*) FROM predictions WHERE show_id = $1',
        [showId],
      )
      return Number(rows[0]?.count)
    },

    /** Whether a change reaches everybody who is online, and no event was lost. */
    async doesChangeReachAll(): Promise<boolean> {
      isTestMode = !isTestMode
      await switchTestMode(gateway, crowd.adminCookie, isTestMode)
      const version = (await readVersions(system)).get(topics.settings)
      const giveUpAt = monotonicMs() + GIVE_UP_MS
      while (!audience.haveSettingsOf(version) && monotonicMs() < giveUpAt) await wait(20)
      return audience.haveSettingsOf(version) && audience.countGaps() === 0
    },

    /** Requests that the gateway has rejected so far, by reason. */
    async readShed(): Promise<Map<string, number>> {
      const metrics = await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text()
      const series = metrics.matchAll(/^called_it_http_shed_total\{reason="(\w+)".*\} (\d+)$/gm)
      return new Map(Array.from(series, ([, reason = '', count]) => [reason, Number(count)]))
    },

    async end(): Promise<void> {
      await driver.stop()
      audience.end()
    },
  }
}

/** Where the later pages of the global board begin. */
async function readCursors(url: string): Promise<string[]> {
  const cursors: string[] = []
  let address = `${url}/api/leaderboard`
  while (cursors.length < LATER_PAGES) {
    const { next } = leaderboard.parse(await (await fetch(address)).json())
    if (next === null) break
    cursors.push(next)
    address = `${url}/api/leaderboard?after=${next}`
  }
  return cursors
}
