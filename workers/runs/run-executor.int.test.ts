import { createLogger } from '@called-it/infra/observability/log'
import { getTopicVersion } from '@called-it/infra/postgres/queries/events/topic-versions'
import { verifyStandings } from '@called-it/infra/postgres/queries/standings/standings-moves'
import { findRun } from '@called-it/infra/postgres/queries/work/runs'
import type { JobContext } from '@called-it/infra/queues/worker'
import { topics } from '@called-it/shared/contract/events'
import { makeBand, makeNight } from '@called-it/tests/support/factories/night'
import { PATIENT } from '@called-it/tests/support/patience'
import { benchOfFile } from '@called-it/tests/support/workers/run-bench'
import { sql } from 'kysely'
import { expect, test, vi } from 'vitest'
import { scoreShow } from '../jobs/scores/score-show.ts'
import { createFailureRecorder } from '../outbox/failures.ts'
import { RunFailedError, type RunHandler } from './run-context.ts'
import type { RunExecutor } from './run-executor.ts'

const bench = await benchOfFile()
const played = { set1: (await makeBand(bench.db, 3)).ids(0, 1, 2) }

async function enqueueScore(players = 1): Promise<{ runId: number; job: JobContext; showId: number }> {
  const cards = Array.from({ length: players }, () => played)
  const { id: showId } = await makeNight(bench.db, { setlist: played, cards })
  const runId = await bench.enqueue('score-show', { showId, fetchSetlist: false })
  return { runId, job: await bench.jobOf(runId), showId }
}

const runRow = (runId: number) =>
  bench.db.selectFrom('runs').selectAll().where('id', '=', runId).executeTakeFirstOrThrow()
const outboxRow = (runId: number) =>
  bench.db.selectFrom('outbox').selectAll().where('run_id', '=', runId).executeTakeFirstOrThrow()
const setsOf = (runId: number) =>
  bench.db.selectFrom('score_sets').select('id').where('run_id', '=', runId).orderBy('id').execute()

/** Stops before its last transaction until it is released. */
function gated(handler: RunHandler<'score-show'>) {
  const reached = Promise.withResolvers<void>()
  const gate = Promise.withResolvers<void>()
  const held: RunHandler<'score-show'> = (context) =>
    handler({
      ...context,
      finish: async (last) => {
        reached.resolve()
        await gate.promise
        return context.finish(last)
      },
    })
  return { handler: held, reached: reached.promise, release: gate.resolve }
}

const runUntilAborted =
  (onBegin: () => void): RunHandler<'score-show'> =>
  ({ signal }) =>
    new Promise((_resolve, reject) => {
      signal.addEventListener('abort', () => reject(new Error('broken off')))
      onBegin()
    })

/** Claims a run that looks stale, although its worker still writes heartbeats. */
async function takeOver(executor: RunExecutor, runId: number, job: JobContext): Promise<void> {
  const { claim } = await runRow(runId)
  do {
    await sql`UPDATE runs SET heartbeat_at = now() - interval '1 minute' WHERE id = ${runId}`.execute(
      bench.db,
    )
    await executor.execute('score-show', runId, job)
  } while ((await runRow(runId)).claim === claim)
}

test('publishes unchanged progress again, so that slow work does not look stalled', async () => {
  const { runId, job } = await enqueueScore()
  const held = gated(scoreShow)
  const running = bench.createExecutor({ 'score-show': held.handler }).execute('score-show', runId, job)
  await held.reached
  const versionOfRuns = () => getTopicVersion(bench.db, topics.runs)
  const before = await versionOfRuns()
  await vi.waitFor(async () => expect(await versionOfRuns()).toBeGreaterThan(before + 2), PATIENT)
  held.release()
  await running
  expect((await runRow(runId)).state).toBe('done')
})

test('rejects the result of a frozen worker after another has finished', async () => {
  const { runId, job, showId } = await enqueueScore()
  const frozen = gated(scoreShow)
  const earlier = bench.createExecutor({ 'score-show': frozen.handler }).execute('score-show', runId, job)
  await frozen.reached
  await takeOver(bench.createExecutor(), runId, job)
  expect(await runRow(runId)).toMatchObject({ state: 'done', claim: 2 })
  const [, newer] = await setsOf(runId)

  frozen.release()
  await earlier
  expect(await bench.getShow(showId)).toMatchObject({ score_set_id: newer?.id })
  expect(await runRow(runId)).toMatchObject({ state: 'done', claim: 2, worker: expect.any(String) })
  expect(await outboxRow(runId)).toMatchObject({ failures: 0 })
  expect(await verifyStandings(bench.db)).toEqual([])
})

test('rejects the result of a frozen worker while another executes the run', async () => {
  const { runId, job } = await enqueueScore()
  const [frozen, newer] = [gated(scoreShow), gated(scoreShow)]
  const earlier = bench.createExecutor({ 'score-show': frozen.handler }).execute('score-show', runId, job)
  await frozen.reached
  const later = takeOver(bench.createExecutor({ 'score-show': newer.handler }), runId, job)
  await newer.reached

  frozen.release()
  await earlier
  expect(await runRow(runId)).toMatchObject({ state: 'running', claim: 2 })
  newer.release()
  await later
  expect(await runRow(runId)).toMatchObject({ state: 'done', claim: 2 })
  expect(await verifyStandings(bench.db)).toEqual([])
})

test('aborts a run when its heartbeat finds that the claim is lost', async () => {
  const { runId, job } = await enqueueScore()
  const begun = Promise.withResolvers<void>()
  const executor = bench.createExecutor({ 'score-show': runUntilAborted(begun.resolve) })
  const executed = executor.execute('score-show', runId, job)
  await begun.promise
  await sql`UPDATE runs SET claim = claim + 1 WHERE id = ${runId}`.execute(bench.db)
  await executed
  expect(await runRow(runId)).toMatchObject({ state: 'running', claim: 2 })
})

test('leaves an active run alone on a second delivery', async () => {
  const { runId, job } = await enqueueScore()
  const held = gated(scoreShow)
  const executed = bench.createExecutor({ 'score-show': held.handler }).execute('score-show', runId, job)
  await held.reached
  await bench.createExecutor().execute('score-show', runId, job)
  expect(await runRow(runId)).toMatchObject({ state: 'running', claim: 1 })
  held.release()
  await executed
  expect(await runRow(runId)).toMatchObject({ state: 'done', claim: 1 })
})

test('fails a job whose run is missing or of another kind', async () => {
  const { runId, job } = await enqueueScore()
  const unknown = bench.createExecutor().execute('score-show', 2_147_483_647, job)
  await expect(unknown).rejects.toThrow('there is no run 2147483647 of the kind score-show')
  const ofAnotherKind = bench.createExecutor().execute('reset-scores', runId, job)
  await expect(ofAnotherKind).rejects.toThrow(`there is no run ${runId} of the kind reset-scores`)
  expect(await runRow(runId)).toMatchObject({ state: 'queued', claim: 0 })
  await bench.createExecutor().execute('score-show', runId, job)
  expect(await runRow(runId)).toMatchObject({ state: 'done' })
})

test('publishes progress while the run is active', async () => {
  const { runId, job } = await enqueueScore(3)
  const held = gated(async (context) => {
    context.progress(1, 3)
    context.progress(2, 3)
    return scoreShow(context)
  })
  const executed = bench.createExecutor({ 'score-show': held.handler }).execute('score-show', runId, job)
  await held.reached
  await expect
    .poll(() => findRun(bench.db, runId), { timeout: 20_000 })
    // Scored, and not yet on the boards: a third of the work.
    .toMatchObject({ state: 'running', total: 3, done: 1 })
  held.release()
  await executed
})

test('stores the total reported last, even when no heartbeat has recorded it', async () => {
  const { runId, job } = await enqueueScore()
  const executor = bench.createExecutor({
    'score-show': (context) => {
      context.progress(0, 2)
      context.progress(1, 7)
      return context.finish(async () => ({ processed: 1, errors: 0 }))
    },
  })
  await executor.execute('score-show', runId, job)
  expect(await findRun(bench.db, runId)).toMatchObject({ state: 'done', done: 7, total: 7 })
})

test('queues the run again after an error and records the failure', async () => {
  const { runId, job } = await enqueueScore()
  const executor = bench.createExecutor({
    'score-show': async () => {
      throw new Error('a cable was cut')
    },
  })
  const record = createFailureRecorder({ ...bench, log: createLogger('test', 'silent') })
  const failure = await executor.execute('score-show', runId, job).catch((error: unknown) => error)
  expect(failure).toEqual(new Error('a cable was cut'))
  await record(failure, 'score-show', job)
  expect(await runRow(runId)).toMatchObject({ state: 'queued' })
  expect(await outboxRow(runId)).toMatchObject({ failures: 1, last_error: 'Error: a cable was cut' })

  await bench.createExecutor().execute('score-show', runId, job)
  expect(await runRow(runId)).toMatchObject({ state: 'done', claim: 2 })
})

test('leaves the work to a newer request after an error', async () => {
  const { runId, job, showId } = await enqueueScore()
  let next = 0
  const executor = bench.createExecutor({
    'score-show': async () => {
      next = await bench.enqueue('score-show', { showId, fetchSetlist: false })
      throw new Error('a cable was cut')
    },
  })
  await expect(executor.execute('score-show', runId, job)).rejects.toThrow('a cable was cut')
  expect(await findRun(bench.db, runId)).toMatchObject({ state: 'failed', error: { code: 'superseded' } })
  await bench.createExecutor().execute('score-show', next, await bench.jobOf(next))
  expect(await findRun(bench.db, next)).toMatchObject({ state: 'done' })
})

test('fails a run at once with the message given or the one of its code', async () => {
  for (const [error, expected] of [
    [
      new RunFailedError('show_excluded', 'A private party.'),
      { code: 'show_excluded', message: 'A private party.' },
    ],
    [new RunFailedError('show_not_found'), { code: 'show_not_found', message: 'Show not found' }],
  ] as const) {
    const { runId, job } = await enqueueScore()
    const executor = bench.createExecutor({
      'score-show': async () => {
        throw error
      },
    })
    await executor.execute('score-show', runId, job)
    expect(await findRun(bench.db, runId)).toMatchObject({ state: 'failed', error: expected })
    expect((await outboxRow(runId)).done_at).not.toBeNull()
  }
})

test('leaves the run to another worker on shutdown, without a failure', async () => {
  const { runId, job } = await enqueueScore()
  const begun = Promise.withResolvers<void>()
  const executor = bench.createExecutor({ 'score-show': runUntilAborted(begun.resolve) })
  const executed = executor.execute('score-show', runId, job)
  await begun.promise
  executor.abort()
  await executed
  expect(await runRow(runId)).toMatchObject({ state: 'queued' })
  expect(await outboxRow(runId)).toMatchObject({ failures: 0, done_at: null })
  await bench.createExecutor().execute('score-show', runId, job)
  expect(await runRow(runId)).toMatchObject({ state: 'done' })
})

test('stores nothing and holds no lock when COPY is aborted', async () => {
  const { runId, job, showId } = await enqueueScore()
  const blocker = await bench.pool.connect()
  await blocker.query('BEGIN')
  await blocker.query('LOCK TABLE scores IN SHARE MODE')
  const executor = bench.createExecutor()
  const executed = executor.execute('score-show', runId, job)
  await expect.poll(countCopies, { timeout: 20_000 }).toBeGreaterThan(0)
  executor.abort()
  await blocker.query('COMMIT')
  blocker.release()
  await executed
  await expect.poll(countCopies, { timeout: 20_000 }).toBe(0)
  expect(await runRow(runId)).toMatchObject({ state: 'queued' })
  const [set] = await setsOf(runId)
  const scores = await bench.db
    .selectFrom('scores')
    .selectAll()
    .where('score_set_id', '=', set?.id ?? -1)
    .execute()
  expect(scores).toEqual([])
  await bench.createExecutor().execute('score-show', runId, job)
  expect(await bench.getShow(showId)).toMatchObject({ is_scored: true })
})

async function countCopies(): Promise<number> {
  const { rows } = await bench.pool.query(
    `SELECT count(*)::integer AS copies FROM pg_stat_activity
     WHERE datname = current_database() AND query LIKE 'COPY scores%' AND state = 'active'`,
  )
  return rows[0].copies
}
