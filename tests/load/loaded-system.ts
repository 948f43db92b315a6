import { setTimeout as wait } from 'node:timers/promises'
import { topics } from '@called-it/shared/contract/events'
import { leaderboard } from '@called-it/shared/contract/leaderboards'
import { generateCrowd } from '../bench/crowd.ts'
import { connectPages, readVersions, switchTestMode } from '../bench/live-audience.ts'
import { monotonicMs } from '../bench/process-usage.ts'
import { fillScoredBoard } from '../bench/scored-board.ts'
import type { System } from '../bench/system.ts'
import { makeShow } from '../support/factories/catalogue.ts'
import { type DriveResult, startDriver } from './driver.ts'
import type { UserAction } from './user-requests.ts'

/** All requests come from one address, and more from each user than from any real one. */
const RATE_LIMIT_SCALE = '100000'
const LATER_PAGES = 20
const LAST_MINUTE_MS = 60_000
const GIVE_UP_MS = 30_000
/** The gateway is idle after this many responses in a row within this time. */
const IDLE = { ms: 50, times: 10 }

export type LoadedSystem = Awaited<ReturnType<typeof startLoadedSystem>>

/** Starts the product with a board and logged-in users, some of them with a live page, and a request driver. */
export async function startLoadedSystem(
  system: System,
  size: { users: number; online: number; players: number },
) {
  const { db, pool } = system
  await system.startWorker()
  const gateway = await system.startGateway({ RATE_LIMIT_SCALE })
  const { url } = gateway
  const crowd = await generateCrowd(system, { users: size.users, online: size.users, shows: 0 })
  const { tourId } = await fillScoredBoard(db, { players: size.players, scores: size.players / 10 })
  const cursors = await readCursors(url)
  const audience = await connectPages(system, [gateway], crowd.online.slice(0, size.online))
  const driver = startDriver()
  let isTestMode = false

  return {
    countOpen: audience.countOpen,

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
      const { rowCount } = await pool.query('SELECT FROM predictions WHERE show_id = $1', [showId])
      return rowCount ?? 0
    },

    async doesChangeReachAll(): Promise<boolean> {
      isTestMode = !isTestMode
      await switchTestMode(gateway, crowd.adminCookie, isTestMode)
      const version = (await readVersions(system)).get(topics.settings)
      const giveUpAt = monotonicMs() + GIVE_UP_MS
      while (!audience.have(topics.settings, version) && monotonicMs() < giveUpAt) await wait(20)
      return audience.have(topics.settings, version) && audience.countGaps() === 0
    },

    async end(): Promise<void> {
      await driver.stop()
      audience.end()
    },
  }
}

/** Cursors of later pages of the global board. */
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
