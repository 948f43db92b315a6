import { eraseUser } from '@called-it/infra/postgres/queries/accounts/users'
import { storeReplay } from '@called-it/infra/postgres/queries/standings/tour-histories'
import { listRuns } from '@called-it/infra/postgres/queries/work/runs'
import { listAuditEntries } from '@called-it/tests/support/audit-entries'
import { makeUser } from '@called-it/tests/support/factories/accounts'
import { makeShow } from '@called-it/tests/support/factories/catalogue'
import { packTotals } from '@called-it/tests/support/factories/live-boards'
import { makeScoredShow, makeScores } from '@called-it/tests/support/factories/scores'
import { endNextRun } from '@called-it/tests/support/gateway/end-next-run'
import { gameOfFile } from '@called-it/tests/support/gateway/start-game'
import { refusal } from '@called-it/tests/support/gateway/start-gateway'
import { sql } from 'kysely'
import { describe, expect, test, vi } from 'vitest'

const game = await gameOfFile()
const { db } = game.gateway.postgres

const get = (showId: number, method = 'GET') => game.gateway.send(method, `/api/shows/${showId}/replay`)
const COMPUTING = { status: 202, json: { status: 'computing' } }

async function makeShowOfPast() {
  const sets = { set1: [game.song(0)], further: [{ set: '3', songs: [game.song(1)] }] }
  const { id: showId, scoreSetId } = await makeScoredShow(db, sets)
  return { showId, scoreSetId }
}

const listBuilds = (showId: number) =>
  db.selectFrom('runs').select(['id', 'state']).where('subject', '=', `replay:${showId}`).execute()

const store = (replay: Parameters<typeof storeReplay>[1]) =>
  db.transaction().execute((trx) => storeReplay(trx, replay))

/** As a worker does it. */
async function failBuild(showId: number): Promise<void> {
  const failure = { code: 'internal', message: 'It broke.' } as const
  const { id } = await endNextRun(game.gateway, 'build-replay', { failure })
  await db.updateTable('outbox').set({ done_at: new Date() }).where('run_id', '=', id).execute()
  expect(await listBuilds(showId)).toMatchObject([{ state: 'failed' }])
}

describe('replay', () => {
  test('has the songs, the boards, and the names of those who show their picks now', async () => {
    const { showId, scoreSetId } = await makeShowOfPast()
    const [ann, bo, cy] = [
      await makeUser(db, { displayName: 'Ann' }),
      await makeUser(db, { displayName: 'Bo', showsPicks: false }),
      await makeUser(db),
    ]
    const step = (...rows: [{ id: number }, number][]) => ({
      histogram: packTotals(rows.map(([, total]) => ({ total }))),
      top: rows.map(([{ id }, total]): [number, number] => [id, total]),
    })
    const steps = [step([bo, 15], [cy, 3], [ann, 0]), step([ann, 20], [bo, 15], [cy, 3])]
    await store({ showId, scoreSetId, steps })
    await eraseUser(db, cy.id)

    const replay = await game.gateway.request('getReplay', { showId })
    expect(replay).toMatchObject({
      players: 3,
      performances: [
        { sequence: 1, set: 'set1', position: 1, song: game.slot(0) },
        { sequence: 2, set: '3', position: 1, song: game.slot(1) },
      ],
      names: [null, null, { id: ann.id, display_name: 'Ann' }],
    })
    expect(replay.steps.map(({ histogram }) => histogram)).toEqual(steps.map(({ histogram }) => histogram))
    expect(replay.steps.map(({ top }) => top.join(' '))).toEqual(['0,15 1,3 2,0', '2,20 0,15 1,3'])
  })

  test('is computed by one run for all who ask at once, and only so many wait', async () => {
    const { showId, scoreSetId } = await makeShowOfPast()
    const before = await listAuditEntries(db, {})
    const setState = (state: 'running' | 'queued') =>
      db.updateTable('runs').set({ state }).where('subject', '=', `replay:${showId}`).execute()
    let responses = 0
    const requests = Array.from({ length: 25 }, async () => {
      const response = await get(showId)
      responses++
      return response
    })
    await vi.waitFor(() => expect(responses).toBeGreaterThanOrEqual(5), 20_000)
    await setState('running')
    await get(showId)
    expect(await listBuilds(showId)).toMatchObject([{ state: 'running' }])
    await setState('queued')
    await store({ showId, scoreSetId, steps: [] })
    await endNextRun(game.gateway, 'build-replay', { result: { steps: 0 } })

    const statuses = (await Promise.all(requests)).map(({ status }) => status)
    expect(statuses.filter((status) => status === 202).length).toBeGreaterThanOrEqual(5)
    expect(statuses).toContain(200)
    expect(await listBuilds(showId)).toMatchObject([{ state: 'done' }])
    expect(await listAuditEntries(db, {})).toEqual(before)
    expect((await listRuns(db)).filter(({ kind }) => kind === 'build-replay')).toEqual([])
  })

  test('is computed again for other scores', async () => {
    const { showId, scoreSetId } = await makeShowOfPast()
    await store({ showId, scoreSetId, steps: [] })
    expect((await get(showId)).status).toBe(200)
    await makeScores(db, { id: showId })
    const [response] = await Promise.all([
      get(showId),
      endNextRun(game.gateway, 'build-replay', { result: { steps: 2 } }),
    ])
    expect(response).toMatchObject(COMPUTING)
  })

  test('rests for a minute after a failure', async () => {
    const { showId } = await makeShowOfPast()
    const [response] = await Promise.all([get(showId), failBuild(showId)])
    expect(response).toMatchObject(COMPUTING)
    expect(await get(showId)).toMatchObject(refusal(503, 'unavailable'))
    expect(await listBuilds(showId)).toHaveLength(1)

    await db
      .updateTable('outbox')
      .set({ done_at: sql<Date>`now() - interval '61 s'` })
      .where('run_id', '=', (await listBuilds(showId))[0]?.id ?? 0)
      .execute()
    await Promise.all([get(showId), endNextRun(game.gateway, 'build-replay', { result: { steps: 0 } })])
    expect(await listBuilds(showId)).toHaveLength(2)
  })

  test('leaves the queue to other runs while a build is open', async () => {
    const [first, second] = [await makeShowOfPast(), await makeShowOfPast()]
    const request = get(first.showId)
    const [build] = await vi.waitFor(async () => {
      const builds = await listBuilds(first.showId)
      return builds.length > 0 ? builds : expect.fail('no run is queued')
    }, 20_000)
    expect(await get(second.showId)).toMatchObject(COMPUTING)
    expect(await listBuilds(second.showId)).toEqual([])

    // One that is retried later is not in the way.
    await db
      .updateTable('outbox')
      .set({ failures: 1 })
      .where('run_id', '=', build?.id ?? 0)
      .execute()
    const other = get(second.showId)
    await vi.waitFor(async () => expect(await listBuilds(second.showId)).toHaveLength(1), 20_000)
    for (const _ of [1, 2]) await endNextRun(game.gateway, 'build-replay', { result: { steps: 0 } })
    await Promise.all([request, other])
  })

  test('queues one build for many shows that are requested at once', async () => {
    const shows = await Promise.all(Array.from({ length: 6 }, makeShowOfPast))
    let later = 0
    const requests = shows.map(async ({ showId }) => {
      const response = await get(showId)
      later += 1
      return response
    })
    // The sixth waits for the build.
    await expect.poll(() => later).toBe(5)
    const open = db.selectFrom('runs').select('id').where('state', '=', 'queued')
    expect(await open.execute()).toHaveLength(1)
    await endNextRun(game.gateway, 'build-replay', { result: { steps: 0 } })
    for (const response of await Promise.all(requests)) expect(response).toMatchObject(COMPUTING)
  })

  test('returns an error for a show without scores, and for HEAD', async () => {
    const open = await makeShow(db)
    const played = await makeShow(db, { daysFromToday: -3 })
    const { showId } = await makeShowOfPast()
    expect(await get(2147483647)).toMatchObject(refusal(404, 'show_not_found'))
    expect(await get(open.id)).toMatchObject(refusal(409, 'picks_open'))
    expect(await get(played.id)).toMatchObject(refusal(409, 'show_not_scored'))
    expect((await get(showId, 'HEAD')).status).toBe(405)
    expect(await listBuilds(showId)).toEqual([])
  })
})
