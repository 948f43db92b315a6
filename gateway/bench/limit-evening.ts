import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { makeLeaderboardWorld } from '@called-it/infra/bench/leaderboard-world'
import { makeShow } from '@called-it/infra/postgres/factories'
import { listTopicVersions } from '@called-it/infra/postgres/queries/live/topic-versions'
import { freePort } from '@called-it/launch/port'
import { leaderboard } from '@called-it/shared/contract/leaderboards'
import { topics } from '@called-it/shared/contract/live'
import { letArrive } from './arrival.ts'
import { monotonicMs } from './fanout-wire.ts'
import { type DriveOrder, type DriveResult, driveResult } from './limit-orders.ts'
import type { FanDeed, RequestParts } from './limit-requests.ts'
import { makeUpCrowd } from './made-up-crowd.ts'
import { startRealSystem } from './real-system.ts'
import { turnSwitch } from './turn-switch.ts'
import { WatchingFan } from './watching-fans.ts'

/** The whole crowd asks from one address, and each fan more often than any does: what is looked for is the machine's limit. */
const RATE_LIMIT_SCALE = '100000'
const LATER_PAGES = 20
const LAST_MINUTE_MS = 60_000
const GIVE_UP_MS = 30_000
/** The gateway is at rest once it answers so quickly, so many times in a row. */
const AT_REST = { ms: 50, times: 10 }

export type LimitEvening = Awaited<ReturnType<typeof openLimitEvening>>

/** Starts the product with a board, a crowd that is logged in, and a part of it online; and a process that makes requests. */
export async function openLimitEvening(size: { fans: number; online: number; players: number }) {
  const metricsPort = await freePort()
  const system = await startRealSystem({
    gateways: 1,
    gatewayEnv: { RATE_LIMIT_SCALE, METRICS_PORT: String(metricsPort) },
  })
  const [{ port } = { port: 0 }] = system.gateways
  const url = `http://127.0.0.1:${port}`
  const { db, pool } = system.postgres
  const crowd = await makeUpCrowd(db, { fans: size.fans, online: size.fans, shows: 0 })
  const world = await makeLeaderboardWorld(db, { players: size.players, scores: size.players / 10 })
  const cursors = await readCursors(url)
  const versions = new Map((await listTopicVersions(db)).map(({ topic, version }) => [topic, version]))
  const pages = crowd.online
    .slice(0, size.online)
    .map(({ cookie }) => ({ cookie, page: new WatchingFan(versions) }))
  const { sockets } = await letArrive(
    system.gateways,
    pages.map(({ cookie, page }) => ({ cookie, hear: (packet) => page.hear(packet) })),
  )
  const open = new Set(sockets)
  for (const socket of sockets) void socket.closed.then(() => open.delete(socket))
  const driver = fork(path.join(import.meta.dirname, 'limit-driver.ts'))
  let isOn = false

  return {
    /** Of the sockets that were opened, how many still are. */
    countOpen: () => open.size,

    /** A show that everybody may predict for one more minute. */
    async openLastMinute(): Promise<number> {
      return (await makeShow(db, { locks_at: new Date(Date.now() + LAST_MINUTE_MS) })).id
    },

    /** Has fans make so many requests a second. */
    async drive(deed: FanDeed, rate: number, seconds: number, showId: number): Promise<DriveResult> {
      const parts: RequestParts = {
        cookies: crowd.online.map(({ cookie }) => cookie),
        songIds: [...crowd.songIds],
        showId,
        tourId: world.tourId,
        cursors,
        unique: `fan-${Date.now().toString(36)}`,
      }
      return askDriver(driver, { url, deed, rate, seconds, parts })
    },

    /** Waits until nothing that was begun is left. */
    async rest(): Promise<void> {
      const giveUpAt = monotonicMs() + GIVE_UP_MS
      for (let quick = 0; quick < AT_REST.times && monotonicMs() < giveUpAt; ) {
        const begunAt = monotonicMs()
        const { ok } = await fetch(`${url}/readyz`)
        quick = ok && monotonicMs() - begunAt < AT_REST.ms ? quick + 1 : 0
        await wait(10)
      }
    },

    async countPredictions(showId: number): Promise<number> {
      const { rows } = await pool.query<{ count: number }>(
        'SELECT count(*) FROM predictions WHERE show_id = $1',
        [showId],
      )
      return Number(rows[0]?.count)
    },

    /** Whether everybody online is told of a change. */
    async isEverybodyTold(): Promise<boolean> {
      isOn = !isOn
      await turnSwitch(port, crowd.adminCookie, isOn)
      const stood = (await listTopicVersions(db)).find(({ topic }) => topic === topics.settings)?.version
      const isCurrent = () =>
        pages.every(({ page }) => page.versions.get(topics.settings) === stood && page.gaps === 0)
      const giveUpAt = monotonicMs() + GIVE_UP_MS
      while (!isCurrent() && monotonicMs() < giveUpAt) await wait(20)
      return isCurrent()
    },

    /** How many calls the gateway has turned away so far, by reason. */
    async readTurnedAway(): Promise<Map<string, number>> {
      const figures = await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text()
      const series = figures.matchAll(/^called_it_http_requests_shed_total\{reason="(\w+)".*\} (\d+)$/gm)
      return new Map(Array.from(series, ([, reason = '', calls]) => [reason, Number(calls)]))
    },

    async end(): Promise<void> {
      driver.disconnect()
      for (const socket of sockets) socket.end()
      await system.stop()
    },
  }
}

async function askDriver(driver: ChildProcess, order: DriveOrder): Promise<DriveResult> {
  const answered = once(driver, 'message')
  driver.send(order)
  const [message]: unknown[] = await answered
  return driveResult.parse(message)
}

/** Where the later pages of the board over every show begin. */
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
