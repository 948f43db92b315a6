/** The clock is shifted inside the program: a preloaded library does not catch all of Node's ways to read the time. */
import path from 'node:path'
import { insertToken } from '@called-it/infra/postgres/queries/accounts/auth-tokens'
import { getDatabaseTime } from '@called-it/infra/postgres/queries/work/database'
import { insertJob } from '@called-it/infra/postgres/queries/work/outbox'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { closeBarrier } from '../support/barrier.ts'
import { expectConsistent, LIMIT, PATIENCE } from '../support/expect-consistent.ts'
import { makeUser } from '../support/factories/accounts.ts'
import { makeShow } from '../support/factories/catalogue.ts'
import { makePredictedShow, makePredictedShows } from '../support/predicted-show.ts'
import { enqueueScoring, readRun } from '../support/scoring-runs.ts'
import type { GatewayMember } from '../support/start-system.ts'
import { systemOfFile } from '../support/system-of-file.ts'

const TEN_MINUTES_MS = 600_000
const FIVE_MINUTES_S = 300

const shifted = (ms: number) => ({
  NODE_OPTIONS: `--import=${path.join(import.meta.dirname, '../support/shifted-clock.ts')}`,
  CLOCK_SHIFT_MS: String(ms),
})

const system = await systemOfFile({ gateways: 0, workers: 0 })
const { db } = system.database
for (const ms of [TEN_MINUTES_MS, -TEN_MINUTES_MS]) {
  await system.startGateway(shifted(ms))
  await system.startWorkers('workers', shifted(ms))
}

// F14, guarded by the database's clock (`gateway/features/predictions/save.ts`, `queries/accounts/auth-tokens.ts`): by the gateway's own an
// open show is closed and a fresh link expired, or the other way round.
test('closes picks and expires links by the clock of the database', LIMIT, async () => {
  await makePredictedShow(db, 1)
  const song = await db.selectFrom('songs').select('id').limit(1).executeTakeFirstOrThrow()
  const now = Number(await getDatabaseTime(db))
  const open = await makeShow(db, { locks_at: new Date(now + FIVE_MINUTES_S * 1_000) })
  const closed = await makeShow(db, { locks_at: new Date(now - FIVE_MINUTES_S * 1_000) })
  const user = await system.logIn('user')
  for (const gateway of system.gateways) {
    const save = (showId: number) =>
      gateway.send('POST', '/api/predictions', {
        as: user.cookie,
        json: { show_id: showId, setlist: { set1: [{ id: song.id }], set2: [], encore: [] } },
      })
    expect(await save(open.id)).toMatchObject({ status: 200 })
    expect(await save(closed.id)).toMatchObject({ status: 409 })

    const use = async (lifetime: number) => {
      const { id } = await makeUser(db)
      const token = await db.transaction().execute((trx) => insertToken(trx, id, 'reset-password', lifetime))
      const json = { token, password: 'another horse battery' }
      return gateway.send('POST', '/api/auth/reset-password', { json })
    }
    expect(await use(FIVE_MINUTES_S)).toMatchObject({ status: 200 })
    expect(await use(-FIVE_MINUTES_S)).toMatchObject({ status: 400 })
  }
})

// F14, guarded by the database's clock at the login (`gateway/auth/session.ts`): by the gateway's own a fresh login is an old one.
test('treats a login as fresh for an hour on every gateway', LIMIT, async () => {
  const [ahead, behind] = system.gateways
  if (!ahead || !behind) throw new Error('two gateways')
  /** Changes the password on one gateway, the given time after a login on the other. */
  const changeAfter = async (minutes: number, loggedInAt: GatewayMember, changedAt: GatewayMember) => {
    const user = await system.logIn('user', loggedInAt)
    await sql`
      UPDATE sessions SET sess = jsonb_set(sess::jsonb, '{loggedInAt}',
        to_jsonb((sess ->> 'loggedInAt')::bigint - ${minutes * 60_000}::bigint))::json
      WHERE user_id = ${user.id}`.execute(db)
    const json = { password: 'another horse battery' }
    return changedAt.send('PUT', '/api/auth/change-password', { as: user.cookie, json })
  }
  expect(await changeAfter(55, behind, ahead)).toMatchObject({ status: 200 })
  expect(await changeAfter(65, ahead, behind)).toMatchObject({ status: 403 })
})

// F14, guarded by the database's clock in a heartbeat (`queries/work/run-claims.ts`): by the worker's own a running run is enqueued again.
test('leaves a run with its worker and runs each job once', LIMIT, async () => {
  const shows = await makePredictedShows(db, 3, 100)
  const barrier = await closeBarrier(system.database, 'INSERT ON scores', 'NEW.user_id = 1')
  const runIds = await Promise.all(shows.map(({ id }) => enqueueScoring(db, id)))
  await expect.poll(barrier.countWaiting, PATIENCE).toBe(shows.length)
  const heartbeats = async () => {
    const runs = await Promise.all(runIds.map((id) => readRun(db, id)))
    return runs.map(({ heartbeat_at }) => Number(heartbeat_at))
  }
  const first = await heartbeats()
  await expect
    .poll(async () => (await heartbeats()).every((beat, index) => beat > (first[index] ?? 0)), PATIENCE)
    .toBe(true)
  // As if they had been enqueued long ago: the job of a silent worker would be enqueued again.
  const before = await attempts(runIds)
  await db.updateTable('outbox').set({ next_at: sql<Date>`now()` }).where('run_id', 'in', runIds).execute()
  await runRelayOnce()
  expect(await attempts(runIds)).toEqual(before)
  await barrier.open()
  await expectConsistent(system)
  for (const runId of runIds) expect(await readRun(db, runId)).toMatchObject({ claim: 1 })
})

/** How often the jobs of runs were enqueued. */
async function attempts(runIds: readonly number[]): Promise<number[]> {
  const jobs = await db
    .selectFrom('outbox')
    .select('attempt')
    .where('run_id', 'in', runIds)
    .orderBy('run_id')
    .execute()
  return jobs.map(({ attempt }) => attempt)
}

/** Resolves when a new job is done: by then everything that was due has been enqueued. */
async function runRelayOnce(): Promise<void> {
  const id = await db.transaction().execute((trx) => insertJob(trx, 'sweep', {}))
  const open = db.selectFrom('outbox').select('id').where('id', '=', id).where('done_at', 'is', null)
  await expect.poll(() => open.execute(), PATIENCE).toEqual([])
}
