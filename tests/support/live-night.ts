import type { LiveShow } from '@called-it/shared/contract/live-shows'
import type { ShowPhase } from '@called-it/shared/game/calendar'
import { unpackHistogram } from '@called-it/shared/game/live/histogram'
import { arrangeSets, type LabelledSong, type OpenSet } from '@called-it/shared/game/setlist'
import { sql } from 'kysely'
import { expect, onTestFinished } from 'vitest'
import { PATIENCE } from './expect-consistent.ts'
import { startKillablePostgres } from './killable-postgres.ts'
import { openLivePage, readLive } from './live-page.ts'
import { totalsByBulkScorer } from './live-reference.ts'
import { makeLiveShow } from './live-show.ts'
import { testPerformance, testResponse } from './setlist-sources/songfish-rows.ts'
import { startTestSite } from './setlist-sources/test-site.ts'
import { type System, startSystem } from './start-system.ts'
import { openOperator } from './tapping.ts'

export const PLAYERS = 200
const PAGES = 6
const CURRENT_MS = 3_000
const SOURCE_ID = '501'

/** A show that began an hour ago with all programs, two operators and the pages of both gateways. */
export async function startNight() {
  let isSourceAway = true
  const site = await startTestSite((_, response) => {
    response.statusCode = isSourceAway ? 503 : 200
    response
      .setHeader('content-type', 'application/json')
      .end(JSON.stringify(testResponse([testPerformance()])))
  })
  const system = await startSystem({
    database: await startKillablePostgres(),
    gateways: 2,
    workers: 2,
    env: { SETLIST_SOURCE: `songfish:${site.url}` },
  })
  onTestFinished(() => system.stop())
  const { db } = system.database
  const began = new Date(Date.now() - 3_600_000)
  const given = { source: 'songfish', source_id: SOURCE_ID, starts_at: began, locks_at: began }
  const show = await makeLiveShow(db, PLAYERS, given)
  const pages = Array.from({ length: PAGES }, (_, index) => {
    const page = openLivePage(system.gateways[index % 2]?.url ?? '', show.id)
    onTestFinished(page.close)
    return page
  })
  const logInOperator = async () => {
    const user = await system.logIn('user')
    await db.updateTable('users').set({ is_live_operator: true }).where('id', '=', user.id).execute()
    return user
  }
  return {
    system,
    show,
    pages,
    ann: openOperator(system, show.id, await logInOperator()),
    bob: openOperator(system, show.id, await logInOperator()),
    returnSource() {
      isSourceAway = false
    },
  }
}

type Night = Awaited<ReturnType<typeof startNight>>
export type Entry = LabelledSong<number>

const LABELS: Readonly<Record<string, string>> = { set1: '1', set2: '2', encore: 'e' }
const withoutViewers = ({ viewers: _, ...show }: LiveShow) => show

/** Setlist, histogram and top of a fresh count. */
async function count({ system, show }: Night, entries: readonly Entry[], openSet: OpenSet) {
  const { rows } = await sql<{ id: number; name: string; shows: boolean; picks: Buffer }>`
    SELECT users.id, users.display_name AS name, users.shows_picks AS shows, predictions.picks
    FROM predictions JOIN users ON users.id = predictions.user_id
    WHERE predictions.show_id = ${show.id} ORDER BY users.sort_name, users.id`.execute(system.database.db)
  const packed = Buffer.concat(rows.map(({ picks }) => picks))
  const totals = totalsByBulkScorer(packed, arrangeSets(entries), openSet)
  const ordered = rows
    .map((row, index) => ({ ...row, total: totals[index] ?? 0 }))
    .toSorted((one, other) => other.total - one.total)
  return {
    songs: entries,
    openSet,
    histogram: Array.from(
      Map.groupBy(ordered, ({ total }) => total),
      ([total, players]) => ({ total, players: players.length }),
    ),
    top: ordered
      .slice(0, 10)
      .map(({ total, id, name, shows }) => [total, shows ? id : null, shows ? name : null]),
  }
}

function shownBy({ performances, openSet, histogram, top }: LiveShow) {
  return {
    songs: performances.map(({ set, song }) => ({ set: LABELS[set], song: song.id })),
    openSet,
    histogram: unpackHistogram(histogram),
    top,
  }
}

/** Every page and both gateways show this setlist and its fresh count, within 3 s. */
export async function expectCurrent(
  night: Night,
  entries: readonly Entry[],
  openSet: OpenSet,
): Promise<void> {
  const since = performance.now()
  const { system, show, pages } = night
  const fresh = await count(night, entries, openSet)
  const read = async () => {
    const [one, other] = await Promise.all(system.gateways.map(({ url }) => readLive(url, show.id)))
    if (!one || !other) throw new Error('two gateways')
    return [one, other, ...pages.map((page) => page.held() ?? one)]
  }
  await expect
    .poll(async () => {
      const shown = await read().catch(() => [])
      return shown.length === PAGES + 2 && pages.every((page) => page.isConnected() && page.held())
        ? shown.map(shownBy)
        : null
    }, PATIENCE)
    .toEqual(Array.from({ length: PAGES + 2 }, () => fresh))
  const repairedAt = Math.max(since, ...pages.map((page) => page.connectedAt()))
  expect(performance.now() - repairedAt).toBeLessThan(CURRENT_MS)
  const [first, ...others] = (await read()).map(withoutViewers)
  for (const other of others) expect(other).toEqual(first)
}

export async function expectPhase({ pages }: Night, phase: ShowPhase): Promise<void> {
  const phases = () => new Set(pages.map((page) => page.held()?.phase))
  await expect.poll(phases, { timeout: CURRENT_MS }).toEqual(new Set([phase]))
}

/** Kills the worker that has the board of a show. */
export async function killHolder(system: Pick<System, 'database' | 'workers'>, showId: number) {
  const { worker } = await system.database.db
    .selectFrom('live_claims')
    .select('worker')
    .where('show_id', '=', showId)
    .executeTakeFirstOrThrow()
  process.kill(Number(worker.split(':').at(-2)), 'SIGKILL')
  const killed = () => system.workers.find(({ isAlive }) => !isAlive())
  await expect.poll(killed, PATIENCE).toBeDefined()
  return killed()
}
