import { listAuditEntries } from '@called-it/tests/support/audit-entries'
import { makeAdmin } from '@called-it/tests/support/factories/accounts'
import { makeShow } from '@called-it/tests/support/factories/catalogue'
import { endNextRun } from '@called-it/tests/support/gateway/end-next-run'
import { gatewayOfFile, gatewayOfTest, refusal } from '@called-it/tests/support/gateway/start-gateway'
import { describe, expect, test } from 'vitest'

const gateway = await gatewayOfFile()
const { db } = gateway.postgres

const admin = await makeAdmin(db)
const as = await gateway.loginAs(admin)

const enqueue = (path: string, json?: unknown) => gateway.send('POST', `/api/admin/${path}`, { as, json })

const SOURCE_FAILED = { code: 'source_failed', message: 'The logbook cannot be reached' } as const

describe('request for a run', () => {
  test('waits for the run and returns its result', async () => {
    const show = await makeShow(db, { daysFromToday: -1 })
    const result = { processed: 12, errors: 1 }
    const [response, { id }] = await Promise.all([
      enqueue(`shows/${show.id}/score`, { fetchSetlist: true }),
      endNextRun(gateway, 'score-show', { result }),
    ])
    expect([response.status, response.json]).toEqual([200, result])
    const run = await gateway.send('GET', `/api/admin/runs/${id}`, { as })
    expect(run.json).toEqual({
      id,
      kind: 'score-show',
      subject: `show:${show.id}`,
      showId: show.id,
      state: 'done',
      done: 0,
      total: null,
      result,
      error: null,
      orderedBy: admin.displayName,
      workedMs: expect.any(Number),
      createdAt: expect.any(String),
      endedAt: expect.any(String),
    })
    const entries = await listAuditEntries(db, { action: 'score-show:ordered', subject: `show:${show.id}` })
    const details = { showId: show.id, fetchSetlist: true, runId: id }
    expect(entries).toEqual([expect.objectContaining({ actor_id: admin.id, details })])
  })

  test.each([
    [{ code: 'setlist_not_found', message: 'Setlist not found for this show' }, 404],
    [{ code: 'show_excluded', message: 'The source excludes it: a benefit' }, 409],
    [SOURCE_FAILED, 502],
  ] as const)('returns the error of a failed run: %o', async (failure, status) => {
    const show = await makeShow(db, { daysFromToday: -1 })
    const [response] = await Promise.all([
      enqueue(`shows/${show.id}/score`, { fetchSetlist: true }),
      endNextRun(gateway, 'score-show', { failure }),
    ])
    expect([response.status, response.json]).toEqual([status, failure])
  })

  const scores = { moved: 0, shows: 0, listed: [] }
  const RESULTS = {
    'test-score-show': { scoredPredictions: 3, sample: true, distribution: [{ total: 9, predictions: 3 }] },
    'reset-scores': { message: 'done', shows: 2, predictions: 9 },
    'import-catalogue': { message: 'done', songs: 3, tours: 1, shows: 9 },
    'update-notebook': { message: 'done', songs: 3, tours: 0, shows: 0 },
    'import-setlist': { message: 'done', revision: 2, changed: true },
    'play-demo-show': { message: 'done', showId: 9 },
    'check-import': { faults: { count: 0, listed: [] }, refusal: null, question: null, changes: [], scores },
  }
  test.each([
    ['shows/:id/test-score', 'test-score-show', { fetchSetlist: true }],
    ['reset-prediction-scores', 'reset-scores', { showId: null }],
    ['press-notebook/update', 'update-notebook', {}],
    ['catalogue/import', 'import-catalogue', { notebookOnly: false }],
    ['shows/:id/setlist/import', 'import-setlist', {}],
    ['catalogue/check', 'check-import', {}],
    ['demo-show', 'play-demo-show', { seconds: 180 }],
  ] as const)('logs the order and returns the result of %s', async (path, kind, order) => {
    const show = await makeShow(db)
    const body = kind === 'test-score-show' ? { actualSetlist: null, ...order } : undefined
    const [response, run] = await Promise.all([
      enqueue(path.replace(':id', String(show.id)), body),
      endNextRun(gateway, kind, { result: RESULTS[kind] }),
    ])
    expect([response.status, response.json]).toEqual([200, RESULTS[kind]])
    expect(run).toMatchObject({ order, ordered_by: admin.id })
    const entries = await listAuditEntries(db, { action: `${kind}:ordered` })
    expect(entries.at(-1)).toMatchObject({ actor_id: admin.id, details: { ...order, runId: run.id } })
  })

  test.each([
    ['press-notebook/update', 'update-notebook', { confirm: true }],
    ['catalogue/import', 'import-catalogue', { notebookOnly: false, confirm: true }],
  ] as const)('repeats what was confirmed in the order of %s', async (path, kind, order) => {
    const failure = { code: 'import_retires_many', message: 'This import would retire 4 songs.' } as const
    const ended = endNextRun(gateway, kind, { failure })
    const [response, run] = await Promise.all([enqueue(path, { confirm: true }), ended])
    expect([response.status, response.json]).toEqual([409, failure])
    expect(run).toMatchObject({ order })
  })

  test('returns 403 for a demo show while test mode is off', async () => {
    await db.updateTable('settings').set({ test_mode_enabled: false }).execute()
    const response = await enqueue('demo-show')
    await db.updateTable('settings').set({ test_mode_enabled: true }).execute()
    expect(response).toMatchObject(refusal(403, 'test_mode_off'))
  })

  test('returns 404 for an unknown show or songwriter', async () => {
    for (const path of ['shows/2147483647/score', 'shows/2147483647/test-score']) {
      expect(await enqueue(path, {})).toMatchObject(refusal(404, 'show_not_found'))
    }
    expect(await enqueue('reset-prediction-scores', { showId: '2147483647' })).toMatchObject({ status: 404 })
    expect(await enqueue('else-notebook/update')).toMatchObject(refusal(404, 'not_found'))
  })
})

describe('run that cannot start now', () => {
  test('returns 202 while Redis is away and joins twenty requests', async () => {
    const away = await gatewayOfTest({ redisUrl: 'redis://127.0.0.1:1' })
    const { db } = away.postgres
    const as = await away.loginAs(await makeAdmin(db))
    const show = await makeShow(db, { daysFromToday: -1 })
    const path = `/api/admin/shows/${show.id}/score`
    const responses = await Promise.all(
      Array.from({ length: 20 }, () => away.send('POST', path, { as, json: { fetchSetlist: true } })),
    )
    const runs = await db.selectFrom('runs').select('id').execute()
    expect(runs).toHaveLength(1)
    const accepted = { runId: runs[0]?.id, status: 'queued' }
    expect(responses.map(({ status, json }) => [status, json])).toEqual(new Array(20).fill([202, accepted]))
    const outbox = await db.selectFrom('outbox').select(['job', 'payload']).execute()
    expect(outbox).toEqual([{ job: 'score-show', payload: { runId: runs[0]?.id } }])
  })

  test('returns 202 when the gateway shuts down', async () => {
    const closing = await gatewayOfTest()
    const { db } = closing.postgres
    const as = await closing.loginAs(await makeAdmin(db))
    const response = closing.send('POST', '/api/admin/reset-prediction-scores', { as })
    await expect.poll(() => db.selectFrom('runs').select('id').execute()).toHaveLength(1)
    const closed = closing.gateway.close()
    expect(await response).toMatchObject({ status: 202, json: { status: 'queued' } })
    expect((await response).headers.get('connection')).toBe('close')
    await closed
    await expect(fetch(`${closing.url}/healthz`)).rejects.toThrow()
  })
})

test('lists runs, newest first, with the version of their topic', async () => {
  const response = await gateway.send('GET', '/api/admin/runs', { as })
  expect(response.status).toBe(200)
  const newest = await db.selectFrom('runs').select('id').orderBy('id', 'desc').executeTakeFirstOrThrow()
  expect(response.json).toMatchObject({ runs: expect.any(Array), version: expect.any(Number) })
  expect(response.json).toHaveProperty('runs.0.id', newest.id)
  expect(await gateway.send('GET', '/api/admin/runs/2147483647', { as })).toMatchObject(
    refusal(404, 'run_not_found'),
  )
})
