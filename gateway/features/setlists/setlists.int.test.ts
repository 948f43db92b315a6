import {
  findOpenProposal,
  offerSourceSetlist,
} from '@called-it/infra/postgres/queries/catalogue/setlist-proposals'
import { listAuditEntries } from '@called-it/tests/support/audit-entries'
import { makeAdmin } from '@called-it/tests/support/factories/accounts'
import { makeSetlist, makeShow, makeSongs } from '@called-it/tests/support/factories/catalogue'
import { endNextRun } from '@called-it/tests/support/gateway/end-next-run'
import { gatewayOfFile, refusal } from '@called-it/tests/support/gateway/start-gateway'
import { setlistAtSource } from '@called-it/tests/support/workers/fake-source'
import { expect, test } from 'vitest'

const gateway = await gatewayOfFile()
const { db } = gateway.postgres

const as = await gateway.loginAs(await makeAdmin(db))
const songs = await makeSongs(db, 5)

const path = (showId: number) => `/api/admin/shows/${showId}/setlist`
const read = async (showId: number) => (await gateway.send('GET', path(showId), { as })).json
const enter = (showId: number, setlist: object) =>
  gateway.send('PUT', path(showId), { as, json: { set1: [], set2: [], encore: [], ...setlist } })
const song = (index: number) => ({ id: songs[index]?.id })
const played = (index: number) => ({ id: songs[index]?.id, name: songs[index]?.name })

test('returns an entered setlist as songs and as text', async () => {
  const show = await makeShow(db, { daysFromToday: -1 })
  expect(await read(show.id)).toEqual({ setlist: null })
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
  expect(await read(show.id)).toEqual(entered.json)
  expect(await gateway.send('GET', `/api/setlists/${show.id}`)).toMatchObject({
    status: 200,
    json: { setlistdata: expect.stringContaining(songs[0]?.name ?? ''), setlistnotes: 'the power went out' },
  })
  expect((await gateway.send('GET', `/api/shows/${show.id}`)).json).toMatchObject({ version: 1 })
})

test.each([
  ['an unknown song', { set1: [{ id: 65_000 }] }, 'set1.0.id'],
  [
    'an unknown song in a further set',
    { further: [{ set: '3', songs: [{ id: 65_000 }] }] },
    'further.0.songs.0.id',
  ],
  ['a further set with the label of an encore', { further: [{ set: 'e', songs: [] }] }, 'further.0.set'],
  ['a further set with the name of a set', { further: [{ set: 'set1', songs: [] }] }, 'further.0.set'],
  ['no song at all', {}, 'set1'],
])('returns 422 with the field for %s', async (_, setlist, field) => {
  const show = await makeShow(db)
  expect(await enter(show.id, setlist)).toMatchObject({
    status: 422,
    json: { code: 'invalid', issues: expect.arrayContaining([{ path: field, message: expect.any(String) }]) },
  })
  expect(await read(show.id)).toEqual({ setlist: null })
})

test('returns 409 for an outdated base revision and 404 for an unknown show', async () => {
  const show = await makeShow(db)
  expect(await enter(show.id, { set1: [song(0)], basedOn: 0 })).toMatchObject({ status: 200 })
  expect(await enter(show.id, { set1: [song(1)], basedOn: 0 })).toMatchObject(refusal(409, 'stale_version'))
  expect(await enter(show.id, { set1: [song(1)], basedOn: 1 })).toMatchObject({
    json: { setlist: { revision: 2 } },
  })
  expect(await enter(2_147_483_647, { set1: [song(0)] })).toMatchObject(refusal(404, 'show_not_found'))
})

test('enqueues look-ups and previews and checks the draft first', async () => {
  const show = await makeShow(db)
  const draft = { set1: [song(0)], set2: [], encore: [] }
  const requestRun = (action: string, json?: unknown) =>
    gateway.send('POST', `${path(show.id)}/${action}`, { as, json })
  const invalid = await requestRun('preview', { setlist: { ...draft, set2: [{ id: 65_000 }] } })
  expect(invalid).toMatchObject({ status: 422, json: { issues: [{ path: 'set2.0.id' }] } })

  const failure = { code: 'source_failed', message: 'The site is away.' } as const
  const [lookUp, preview, lookUpRun, previewRun] = await Promise.all([
    requestRun('look-up'),
    requestRun('preview', { setlist: draft }),
    endNextRun(gateway, 'look-up-setlist', { failure }),
    endNextRun(gateway, 'preview-scores', { failure }),
  ])
  expect([lookUp.status, preview.status]).toEqual([502, 502])
  expect([lookUp.json, preview.json]).toEqual([failure, failure])
  expect(lookUpRun.order).toEqual({ showId: show.id })
  expect(previewRun.order).toEqual({ showId: show.id, setlist: { ...draft, further: [], notes: null } })
  for (const action of ['look-up-setlist:ordered', 'preview-scores:ordered']) {
    expect(await listAuditEntries(db, { action })).toHaveLength(1)
  }
})

test('takes or drops the proposed setlist once', async () => {
  const eight = await makeSongs(db, 8)
  const proposed = async () => {
    const show = await makeShow(db, { daysFromToday: -1 })
    await makeSetlist(db, show.id, { set1: eight.map(({ id }) => id) })
    const encore = [{ source_id: 'x', slug: 'x', name: 'X' }]
    const setlist = setlistAtSource(show, { 1: eight.slice(0, 2), e: encore })
    const offer = { source: show.source, showId: show.id, setlist, again: false }
    await db.transaction().execute((trx) => offerSourceSetlist(trx, offer))
    const { json } = await gateway.send('GET', `${path(show.id)}/proposal`, { as })
    expect(json).toMatchObject({
      proposal: { set1: [{ id: eight[0]?.id }, {}], encore: [{ name: 'X' }] },
    })
    const open = (await findOpenProposal(db, show.id)) ?? expect.fail('nothing was proposed')
    const settle = (method: string) => gateway.send(method, `${path(show.id)}/proposals/${open.id}`, { as })
    return { show, settle }
  }
  const taken = await proposed()
  expect(await taken.settle('POST')).toMatchObject({
    status: 200,
    json: { setlist: { revision: 2, origin: 'source', encore: [{ name: 'X' }] } },
  })
  expect(await taken.settle('POST')).toMatchObject(refusal(404, 'proposal_not_found'))
  const dropped = await proposed()
  expect(await dropped.settle('DELETE')).toMatchObject({ status: 200, json: { proposal: null } })
  expect(await dropped.settle('POST')).toMatchObject(refusal(404, 'proposal_not_found'))
  expect(await read(dropped.show.id)).toMatchObject({
    setlist: { revision: 1 },
  })
  const actions = (await listAuditEntries(db, {})).map(({ action }) => action)
  expect(actions).toEqual(expect.arrayContaining(['setlist-proposal:taken', 'setlist-proposal:dropped']))
})
