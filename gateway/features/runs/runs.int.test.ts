import { changeAndPublish } from '@called-it/infra/live/change'
import type { User } from '@called-it/infra/postgres/queries/accounts/users'
import {
  claimRun,
  failRun,
  finishRun,
  type RunFailure,
} from '@called-it/infra/postgres/queries/work/run-claims'
import { findRun } from '@called-it/infra/postgres/queries/work/runs'
import { topics } from '@called-it/shared/contract/live'
import type { RunKind, RunResult } from '@called-it/shared/contract/runs'
import { makeAdmin, makeShow } from '@called-it/tests/support/factories'
import { startGateway, type TestGateway } from '@called-it/tests/support/gateway/start-gateway'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'

let gateway: TestGateway
let admin: User
let cookie: string

beforeAll(async () => {
  gateway = await startGateway()
  admin = await makeAdmin(gateway.postgres.db)
  cookie = await gateway.loginAs(admin)
})
afterAll(() => gateway.stop())

const order = (path: string, json?: unknown) =>
  gateway.send('POST', `/api/admin/${path}`, { as: cookie, ...(json === undefined ? {} : { json }) })

/** Stands in for the workers: takes up the next run of a kind once it is ordered, and ends it. */
async function endNextRun<K extends RunKind>(
  kind: K,
  end: { result: RunResult<K> } | { failure: RunFailure },
): Promise<number> {
  const { db } = gateway.postgres
  const queued = () =>
    db
      .selectFrom('runs')
      .select('id')
      .where('kind', '=', kind)
      .where('state', '=', 'queued')
      .executeTakeFirst()
  const { id } = await vi.waitFor(async () => (await queued()) ?? expect.fail('nothing is ordered'), 20_000)
  await changeAndPublish(db, gateway.parts.publisher, async (trx, changed) => {
    await claimRun(trx, kind, id, 'test')
    if ('result' in end) await finishRun<K>(trx, id, end.result)
    else await failRun(trx, id, end.failure)
    changed.add(topics.runs)
  })
  return id
}

const SOURCE_FAILED = { code: 'source_failed', message: 'The logbook cannot be reached' } as const

describe('an order', () => {
  test('waits for its run and answers with the result', async () => {
    const show = await makeShow(gateway.postgres.db, { daysFromToday: -1 })
    const [answer, runId] = await Promise.all([
      order(`shows/${show.id}/score`, { fetchSetlist: true }),
      endNextRun('score-show', { result: { processed: 12, errors: 1 } }),
    ])
    expect([answer.status, answer.json]).toEqual([200, { processed: 12, errors: 1 }])
    const run = await gateway.send('GET', `/api/admin/runs/${runId}`, { as: cookie })
    expect(run.json).toEqual({
      id: runId,
      kind: 'score-show',
      subject: `show:${show.id}`,
      showId: show.id,
      state: 'done',
      done: 0,
      total: null,
      result: { processed: 12, errors: 1 },
      error: null,
      orderedBy: admin.displayName,
      workedMs: expect.any(Number),
      createdAt: expect.any(String),
      endedAt: expect.any(String),
    })
    const audit = await gateway.postgres.db
      .selectFrom('audit_log')
      .select(['actor_id', 'details'])
      .where('action', '=', 'score-show:ordered')
      .where('subject', '=', `show:${show.id}`)
      .execute()
    expect(audit).toEqual([{ actor_id: admin.id, details: { showId: show.id, fetchSetlist: true, runId } }])
  })

  test.each([
    [{ code: 'setlist_not_found', message: 'Setlist not found for this show' }, 404],
    [{ code: 'show_excluded', message: 'The source excludes it: a benefit' }, 409],
    [SOURCE_FAILED, 502],
  ] as const)('whose run fails answers with its error: %o', async (failure, status) => {
    const show = await makeShow(gateway.postgres.db, { daysFromToday: -1 })
    const [answer] = await Promise.all([
      order(`shows/${show.id}/score`, { fetchSetlist: true }),
      endNextRun('score-show', { failure }),
    ])
    expect([answer.status, answer.json]).toEqual([status, failure])
  })

  test('is had for test scores, resets, the notebook and a setlist', async () => {
    const show = await makeShow(gateway.postgres.db)
    const results = {
      'test-score-show': { scoredPredictions: 3, sample: true, distribution: [{ total: 9, predictions: 3 }] },
      'reset-scores': { message: 'done', shows: 2, predictions: 9 },
      'import-catalogue': { message: 'done', songs: 3, tours: 0, shows: 0 },
      'import-setlist': { message: 'done', revision: 2, changed: true },
    }
    const [tested] = await Promise.all([
      order(`shows/${show.id}/test-score`, { actualSetlist: null, fetchSetlist: true }),
      endNextRun('test-score-show', { result: results['test-score-show'] }),
    ])
    const [reset] = await Promise.all([
      order('reset-prediction-scores'),
      endNextRun('reset-scores', { result: results['reset-scores'] }),
    ])
    const [notebook] = await Promise.all([
      order('press-notebook/update'),
      endNextRun('import-catalogue', { result: results['import-catalogue'] }),
    ])
    const [catalogue] = await Promise.all([
      order('catalogue/import'),
      endNextRun('import-catalogue', { result: results['import-catalogue'] }),
    ])
    const [imported] = await Promise.all([
      order(`shows/${show.id}/setlist/import`),
      endNextRun('import-setlist', { result: results['import-setlist'] }),
    ])
    expect(catalogue).toMatchObject({ status: 200, json: results['import-catalogue'] })
    expect([tested, reset, notebook, imported].map(({ status, json }) => [status, json])).toEqual(
      Object.values(results).map((result) => [200, result]),
    )
  })

  test('of the whole catalogue is the admin’s, and audited as such', async () => {
    const { db } = gateway.postgres
    await Promise.all([order('catalogue/import'), endNextRun('import-catalogue', { failure: SOURCE_FAILED })])
    const run = await db
      .selectFrom('runs')
      .select(['id', 'order', 'ordered_by'])
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow()
    expect(run).toMatchObject({ order: { notebookOnly: false }, ordered_by: admin.id })
    const entry = await db
      .selectFrom('audit_log')
      .select(['actor_id', 'action', 'subject', 'details'])
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow()
    expect(entry).toEqual({
      actor_id: admin.id,
      action: 'import-catalogue:ordered',
      subject: 'catalogue',
      details: { notebookOnly: false, runId: run.id },
    })
  })

  test('for one show or of one songwriter that nobody knows is not found', async () => {
    for (const path of ['shows/2147483647/score', 'shows/2147483647/test-score']) {
      expect(await order(path, {})).toMatchObject({ status: 404, json: { code: 'show_not_found' } })
    }
    expect(await order('reset-prediction-scores', { showId: '2147483647' })).toMatchObject({ status: 404 })
    expect(await order('else-notebook/update')).toMatchObject({ status: 404, json: { code: 'not_found' } })
  })
})

describe('an order that cannot be carried out now', () => {
  let away: TestGateway
  beforeAll(async () => {
    away = await startGateway({ redisUrl: 'redis://127.0.0.1:1' })
  })
  afterAll(() => away.stop())

  test('is accepted at once while Redis is away, and a second one joins it', async () => {
    const { db } = away.postgres
    const as = await away.loginAs(await makeAdmin(db))
    const show = await makeShow(db, { daysFromToday: -1 })
    const path = `/api/admin/shows/${show.id}/score`
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => away.send('POST', path, { as, json: { fetchSetlist: true } })),
    )
    const runs = await db.selectFrom('runs').select('id').execute()
    expect(runs).toHaveLength(1)
    const accepted = { runId: runs[0]?.id, status: 'queued' }
    expect(answers.map(({ status, json }) => [status, json])).toEqual(new Array(20).fill([202, accepted]))
    const outbox = await db.selectFrom('outbox').select(['job', 'payload']).execute()
    expect(outbox).toEqual([{ job: 'score-show', payload: { runId: runs[0]?.id } }])
  })

  test('is accepted when the gateway begins to end', async () => {
    const ending = await startGateway()
    const { db } = ending.postgres
    const as = await ending.loginAs(await makeAdmin(db))
    const answer = ending.send('POST', '/api/admin/reset-prediction-scores', { as })
    await expect.poll(() => db.selectFrom('runs').select('id').execute()).toHaveLength(1)
    const closed = ending.gateway.close()
    expect(await answer).toMatchObject({ status: 202, json: { status: 'queued' } })
    expect((await answer).headers.get('connection')).toBe('close')
    await closed
    await expect(fetch(`${ending.url}/healthz`)).rejects.toThrow()
    await ending.stop()
  })
})

test('the runs are listed, newest first, with the version of their topic', async () => {
  const { db } = gateway.postgres
  const answer = await gateway.send('GET', '/api/admin/runs', { as: cookie })
  expect(answer.status).toBe(200)
  const newest = await db.selectFrom('runs').select('id').orderBy('id', 'desc').executeTakeFirstOrThrow()
  expect(answer.json).toMatchObject({ runs: expect.any(Array), version: expect.any(Number) })
  expect(answer.json).toHaveProperty('runs.0.id', newest.id)
  expect(await findRun(db, newest.id)).not.toBeNull()
  expect(await gateway.send('GET', '/api/admin/runs/2147483647', { as: cookie })).toMatchObject({
    status: 404,
    json: { code: 'run_not_found' },
  })
})
