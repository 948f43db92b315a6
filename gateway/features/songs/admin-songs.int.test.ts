import { listAuditEntries } from '@called-it/tests/support/audit-entries'
import { emptyTables } from '@called-it/tests/support/empty-tables'
import { makeAdmin } from '@called-it/tests/support/factories/accounts'
import { makeSong } from '@called-it/tests/support/factories/catalogue'
import { gatewayOfFile, refusal } from '@called-it/tests/support/gateway/start-gateway'
import { beforeEach, expect, test } from 'vitest'

// Without Redis an enqueued run is accepted at once.
const gateway = await gatewayOfFile({ redisUrl: 'redis://127.0.0.1:1' })
const { db } = gateway.postgres
let as: string

beforeEach(async () => {
  await emptyTables(db, 'songs')
  as = await gateway.loginAs(await makeAdmin(db, { displayName: 'Ada' }))
})

const send = (method: string, path: string, json?: unknown) =>
  gateway.send(method, `/api/admin/songs${path}`, { as, json })
const list = (query = {}) => gateway.request('listAdminSongs', query, { as })
const listedNames = async () => (await gateway.request('listSongs')).songs.map(({ name }) => name)

test('lists all songs by name, and finds them by name, slug and state', async () => {
  const names = async (query = {}) => (await list(query)).songs.map(({ name }) => name)
  const into = await makeSong(db, { name: 'Into' })
  const signs = await makeSong(db, { name: 'Ænima/Straße', slug: 'x' })
  for (const search of ['aenimastr', 'aenima strasse', '/', 'ænima/']) {
    expect(await names({ search })).toEqual(['Ænima/Straße'])
  }
  await db.deleteFrom('songs').where('id', '=', signs.id).execute()
  await makeSong(db, { name: 'Merged 100%', slug: 'the-old-way', merged_into: into.id })
  await makeSong(db, { name: 'banter', hidden_at: new Date() })
  await makeSong(db, { name: 'Away', retired_at: new Date() })
  expect(await names()).toEqual(['Away', 'banter', 'Into', 'Merged 100%'])
  expect(await names({ search: 'OLD-way' })).toEqual(['Merged 100%'])
  expect(await names({ search: '0%' })).toEqual(['Merged 100%'])
  expect([await names({ state: 'hidden' }), await names({ state: 'retired' })]).toEqual([
    ['banter'],
    ['Away'],
  ])
  expect(await list({ state: 'merged' })).toMatchObject({
    songs: [{ merged_into: { id: into.id, name: 'Into' }, is_hidden: false, is_retired: false }],
    total: 1,
  })
})

test('shows a song with its aliases, merges and changes', async () => {
  const song = await makeSong(db, { name: 'Song', times_played: 4 })
  const merged = await makeSong(db, { name: 'Merged', times_played: 3, merged_into: song.id })
  const alias = { source: song.source, kind: 'slug', alias: 'earlier' } as const
  await db
    .insertInto('song_aliases')
    .values({ ...alias, song_id: song.id })
    .execute()
  const entry = {
    action: 'song:merged',
    subject: `song:${merged.id}`,
    details: JSON.stringify({ from: null, into: song.id, shows: 2 }),
  }
  await db.insertInto('audit_log').values(entry).execute()
  expect((await send('GET', `/${song.id}`)).json).toMatchObject({
    id: song.id,
    source: song.source,
    source_id: song.source_id,
    times_played: 7,
    aliases: [alias],
    merged_into: null,
    merged_from: [{ id: merged.id, name: 'Merged' }],
    changes: [],
  })
  expect((await send('GET', `/${merged.id}`)).json).toMatchObject({
    times_played: 3,
    merged_into: { id: song.id, name: 'Song' },
    changes: [{ action: 'song:merged', actor: null, other: { id: song.id, name: 'Song' } }],
  })
  expect(await send('GET', '/65000')).toMatchObject(refusal(404, 'song_not_found'))
})

test('hides a song and shows it again, in the audit log', async () => {
  const { id } = await makeSong(db, { name: 'Banter' })
  expect(await listedNames()).toEqual(['Banter'])
  const hide = (hidden: boolean) => send('PUT', `/${id}/hidden`, { hidden })
  expect(await hide(true)).toMatchObject({ status: 200, json: { is_hidden: true } })
  expect(await hide(true)).toMatchObject({ json: { changes: [{ action: 'song:hidden', actor: 'Ada' }] } })
  await expect.poll(listedNames).toEqual([])

  expect(await hide(false)).toMatchObject({ json: { is_hidden: false } })
  await expect.poll(listedNames).toEqual(['Banter'])
  const noted = await listAuditEntries(db, { subject: `song:${id}` })
  expect(noted.map(({ action }) => action)).toEqual(['song:hidden', 'song:unhidden'])
  expect((await send('PUT', '/65000/hidden', { hidden: true })).status).toBe(404)
})

test('enqueues merges and previews, and refuses cycles and unknown songs', async () => {
  const a = await makeSong(db)
  const b = await makeSong(db, { merged_into: a.id })
  const c = await makeSong(db)
  const merge = (songId: number, into: number | null, preview = '') =>
    send('POST', `/${songId}/merge${preview}`, { into })
  expect(await merge(c.id, b.id, '/preview')).toMatchObject({ status: 202 })
  expect(await merge(c.id, b.id)).toMatchObject({ status: 202 })
  const runs = await db.selectFrom('runs').select(['kind', 'subject', 'order']).orderBy('id').execute()
  const order = { songId: c.id, into: b.id }
  expect(runs).toEqual([
    { kind: 'preview-merge', subject: `merge-preview:${c.id}`, order },
    { kind: 'merge-song', subject: `merge:${c.id}`, order },
  ])
  const noted = await listAuditEntries(db, { action: 'merge-song:ordered' })
  expect(noted).toMatchObject([{ subject: `merge:${c.id}`, details: order }])

  for (const preview of ['', '/preview']) {
    expect(await merge(a.id, b.id, preview)).toMatchObject(refusal(409, 'merge_cycle'))
    expect(await merge(a.id, 65_000, preview)).toMatchObject({ status: 404 })
  }
})
