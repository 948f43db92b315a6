import { changeAndPublish } from '@called-it/infra/live/change'
import { failRun } from '@called-it/infra/postgres/queries/work/run-claims'
import { topics } from '@called-it/shared/contract/live'
import { makeAdmin, makeShow, makeSongs } from '@called-it/tests/support/factories'
import { startGateway, type TestGateway } from '@called-it/tests/support/gateway/start-gateway'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'

let gateway: TestGateway
let cookie: string
let songs: { id: number; name: string }[]

beforeAll(async () => {
  gateway = await startGateway()
  cookie = await gateway.loginAs(await makeAdmin(gateway.postgres.db))
  songs = await makeSongs(gateway.postgres.db, 5)
})
afterAll(() => gateway.stop())

const path = (showId: number) => `/api/admin/shows/${showId}/setlist`
const enter = (showId: number, setlist: object) =>
  gateway.send('PUT', path(showId), {
    as: cookie,
    json: { set1: [], set2: [], encore: [], ...setlist },
  })
const song = (index: number) => ({ id: songs[index]?.id })
const played = (index: number) => ({ id: songs[index]?.id, name: songs[index]?.name })

test('a setlist that is entered is the show’s, song by song and as text', async () => {
  const show = await makeShow(gateway.postgres.db, { daysFromToday: -1 })
  expect((await gateway.send('GET', path(show.id), { as: cookie })).json).toEqual({ setlist: null })
  const entered = await enter(show.id, {
    set1: [song(0), song(1)],
    set2: [song(2)],
    encore: [{ id: String(songs[3]?.id) }],
    further: [{ set: '3', songs: [song(4)] }],
    notes: 'the power went out',
  })
  const setlist = {
    revision: 1,
    origin: 'hand',
    set1: [played(0), played(1)],
    set2: [played(2)],
    encore: [played(3)],
    further: [{ set: '3', songs: [played(4)] }],
    notes: 'the power went out',
    createdAt: expect.any(String),
  }
  expect([entered.status, entered.json]).toEqual([200, { setlist }])
  expect((await gateway.send('GET', path(show.id), { as: cookie })).json).toEqual(entered.json)
  expect(await gateway.send('GET', `/api/setlists/${show.id}`)).toMatchObject({
    status: 200,
    json: { setlistdata: expect.stringContaining(songs[0]?.name ?? ''), setlistnotes: 'the power went out' },
  })
  expect((await gateway.send('GET', `/api/shows/${show.id}`)).json).toMatchObject({ version: 1 })
})

test('the same again is no new revision, another is the next', async () => {
  const show = await makeShow(gateway.postgres.db)
  const first = await enter(show.id, { set1: [song(0)] })
  expect((await enter(show.id, { set1: [song(0)] })).json).toEqual(first.json)
  expect(await enter(show.id, { set1: [song(1)] })).toMatchObject({ json: { setlist: { revision: 2 } } })
})

test.each([
  ['a song that nobody knows', { set1: [{ id: 65_000 }] }, 'set1.0.id'],
  ['one in a further set', { further: [{ set: '3', songs: [{ id: 65_000 }] }] }, 'further.0.songs.0.id'],
  ['a further set with the label of an encore', { further: [{ set: 'e', songs: [] }] }, 'further.0.set'],
  ['a further set with the name of a set', { further: [{ set: 'set1', songs: [] }] }, 'further.0.set'],
  ['no song at all', {}, 'set1'],
])('%s is refused, naming the field', async (_, setlist, field) => {
  const show = await makeShow(gateway.postgres.db)
  expect(await enter(show.id, setlist)).toMatchObject({
    status: 422,
    json: { code: 'invalid', issues: expect.arrayContaining([{ path: field, message: expect.any(String) }]) },
  })
  expect((await gateway.send('GET', path(show.id), { as: cookie })).json).toEqual({ setlist: null })
})

test('a setlist of a show that nobody knows is refused', async () => {
  expect(await enter(2_147_483_647, { set1: [song(0)] })).toMatchObject({
    status: 404,
    json: { code: 'show_not_found' },
  })
})

test('a setlist that was made from an older revision is a conflict, and nothing of it is stored', async () => {
  const show = await makeShow(gateway.postgres.db)
  expect(await enter(show.id, { set1: [song(0)], basedOn: 0 })).toMatchObject({ status: 200 })
  expect(await enter(show.id, { set1: [song(1)], basedOn: 0 })).toMatchObject({
    status: 409,
    json: { code: 'stale_version' },
  })
  expect(await enter(show.id, { set1: [song(1)], basedOn: 1 })).toMatchObject({
    json: { setlist: { revision: 2 } },
  })
})

describe('the runs of the desk', () => {
  const order = (showId: number, what: string, json?: unknown) =>
    gateway.send('POST', `${path(showId)}/${what}`, { as: cookie, ...(json === undefined ? {} : { json }) })

  test('are ordered and written down; a draft that could not be entered is refused before', async () => {
    const { db } = gateway.postgres
    const show = await makeShow(db)
    const draft = { set1: [song(0)], set2: [], encore: [] }
    const wrong = await order(show.id, 'preview', { setlist: { ...draft, set2: [{ id: 65_000 }] } })
    expect(wrong).toMatchObject({ status: 422, json: { issues: [{ path: 'set2.0.id' }] } })

    const gone = [order(show.id, 'look-up'), order(show.id, 'preview', { setlist: draft })]
    await vi.waitFor(async () => {
      const ordered = await db
        .selectFrom('runs')
        .select(['kind', 'order'])
        .where('state', '=', 'queued')
        .orderBy('kind')
        .execute()
      expect(ordered).toEqual([
        { kind: 'look-up-setlist', order: { showId: show.id } },
        {
          kind: 'preview-scores',
          order: { showId: show.id, setlist: { ...draft, further: [], notes: null } },
        },
      ])
    }, 20_000)
    await changeAndPublish(db, gateway.parts.publisher, async (trx, changed) => {
      const runs = await trx.selectFrom('runs').select('id').where('state', '=', 'queued').execute()
      for (const { id } of runs)
        await failRun(trx, id, { code: 'source_failed', message: 'The site is away.' })
      changed.add(topics.runs)
    })
    for (const answer of await Promise.all(gone)) {
      expect(answer).toMatchObject({ status: 502, json: { message: 'The site is away.' } })
    }
    const audit = await db
      .selectFrom('audit_log')
      .select('action')
      .where('action', 'in', ['look-up-setlist:ordered', 'preview-scores:ordered'])
      .execute()
    expect(audit).toHaveLength(2)
  })
})
