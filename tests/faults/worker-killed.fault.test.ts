import { putFact } from '@called-it/infra/postgres/queries/work/installation-facts'
import { insertJob } from '@called-it/infra/postgres/queries/work/outbox'
import { getOutboxState } from '@called-it/infra/postgres/queries/work/outbox-maintenance'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { closeBarrier } from '../support/barrier.ts'
import { expectConsistent, LIMIT, PATIENCE } from '../support/expect-consistent.ts'
import { isLongRun } from '../support/long-run.ts'
import { makePredictedShow, makePredictedShows, sumOfScores } from '../support/predicted-show.ts'
import { countFilledSets, enqueueScoring, readRun } from '../support/scoring-runs.ts'
import { systemOfFile } from '../support/system-of-file.ts'

const PREDICTIONS = 5_000
const COMMITTED = 15_000
/** The worker stops at the score of this user: some chunks are stored by then. */
const PAUSED_AT = 3_000

const system = await systemOfFile({ workers: 0 })
const { db } = system.database

// F1, guarded by the age at which the claim of a silent worker expires (`queries/work/run-claims.ts`): without it the run stays
// running for ever. F2, guarded three times: BullMQ lets a job lose its worker 20 times (`infra/queues/worker.ts`), the relay of a worker
// that starts enqueues again (`queue-loss.ts`), and a lease expires (`queries/work/outbox.ts`). Without all of them no
// worker claims the run after the second kill.
test.each(isLongRun ? [1, 3] : [1])(
  'completes a run on another worker after %i kills',
  LIMIT,
  async (kills) => {
    const show = await makePredictedShow(db, PREDICTIONS)
    const barrier = await closeBarrier(system.database, 'INSERT ON scores', `NEW.user_id = ${PAUSED_AT}`)
    const page = await system.gateways[0]?.openPage()
    const runId = await enqueueScoring(db, show.id)
    for (let killed = 0; killed < kills; killed += 1) {
      const worker = await system.startWorkers()
      await expect.poll(async () => (await readRun(db, runId)).claim, PATIENCE).toBe(killed + 1)
      await expect.poll(barrier.countWaiting, PATIENCE).toBeGreaterThan(0)
      await worker.kill()
    }
    await barrier.open()
    const last = await system.startWorkers()
    await expectConsistent(system, { pages: page ? [page] : [] })
    expect(await readRun(db, runId)).toMatchObject({
      claim: kills + 1,
      result: { processed: PREDICTIONS, errors: 0 },
    })
    expect(await sumOfScores(db, show.id)).toEqual({ predictions: PREDICTIONS, points: show.points })
    // Each claim has a score set of its own. One that was completed before the kill is swept later.
    expect(await countFilledSets(db, show.id)).toBeLessThanOrEqual(kills + 1)
    await last.kill()
  },
)

// F8, guarded twice: a job has the same id each time it is enqueued (`infra/queues/queues.ts`), and a claim requires an
// unclaimed run (`queries/work/run-claims.ts`).
test.runIf(isLongRun)(
  'runs jobs once when the relay is killed between enqueueing and its commit',
  LIMIT,
  async () => {
    const shows = await makePredictedShows(db, 3, 500)
    const barrier = await closeBarrier(system.database, 'UPDATE ON outbox', 'NEW.attempt > OLD.attempt')
    const runIds = await Promise.all(shows.map(({ id }) => enqueueScoring(db, id)))
    const dying = await system.startWorkers()
    await expect.poll(barrier.countWaiting, PATIENCE).toBeGreaterThan(0)
    await dying.kill()
    await barrier.open()
    const other = await system.startWorkers()
    await expectConsistent(system)
    for (const runId of runIds) expect(await readRun(db, runId)).toMatchObject({ state: 'done' })
    for (const { id } of shows) expect(await countFilledSets(db, id)).toBe(1)
    await other.kill()
  },
)

// F2, guarded by a worker's shutdown, which aborts its run (`workers/app.ts`): without it the run stays with a worker
// that has exited, and the program ends with an error.
test.runIf(isLongRun)('releases the run of a worker that shuts down', LIMIT, async () => {
  const show = await makePredictedShow(db, PREDICTIONS)
  const barrier = await closeBarrier(system.database, 'INSERT ON scores', `NEW.user_id = ${PAUSED_AT}`)
  const runId = await enqueueScoring(db, show.id)
  const ending = await system.startWorkers()
  await expect.poll(barrier.countWaiting, PATIENCE).toBe(1)
  expect(await ending.end()).toEqual({ code: 0, signal: null })
  expect(await readRun(db, runId)).toMatchObject({ state: 'queued' })
  await barrier.open()
  await system.startWorkers()
  await expectConsistent(system)
})

// F33, guarded by the time after which another worker takes a job (`infra/queues/worker.ts`): BullMQ's default is a minute.
test.runIf(isLongRun).each(['another worker', 'the same worker, restarted,'])(
  'stores the root of picks within 8 s when %s goes on',
  LIMIT,
  async (next) => {
    await putFact(db, 'roots-since', '2020-01-01T00:00:00Z')
    const show = await makePredictedShow(db, COMMITTED)
    const { user_id: pausedAt } = await db
      .selectFrom('predictions')
      .select('user_id')
      .where('show_id', '=', show.id)
      .orderBy('user_id')
      .offset(COMMITTED / 2)
      .limit(1)
      .executeTakeFirstOrThrow()
    const barrier = await closeBarrier(
      system.database,
      'INSERT ON pick_commitments',
      `NEW.user_id = ${pausedAt}`,
    )
    const other = next === 'another worker' ? await system.startWorkers() : null
    if (other) {
      // Its relay has started once this is done: later it would enqueue the job of the killed worker again.
      await db.transaction().execute((trx) => insertJob(trx, 'sweep', {}))
      await expect.poll(async () => (await getOutboxState(db)).open, PATIENCE).toBe(0)
      other.freeze()
    }
    const killed = await system.startWorkers()
    await db
      .updateTable('shows')
      .set({ locks_at: sql<Date>`clock_timestamp()` })
      .where('id', '=', show.id)
      .execute()
    await expect.poll(barrier.countWaiting, PATIENCE).toBe(1)
    other?.thaw()
    await killed.kill()
    await barrier.open()
    // The start of a process takes seconds on a busy machine.
    if (!other) await killed.restart()
    const startedAt = performance.now()
    const readRoots = () =>
      db.selectFrom('pick_locks').select('leaves').where('show_id', '=', show.id).execute()
    await expect.poll(readRoots, PATIENCE).toEqual([{ leaves: COMMITTED }])
    expect(performance.now() - startedAt).toBeLessThan(8_000)
    await expectConsistent(system)
    await (other ?? killed).kill()
  },
)
