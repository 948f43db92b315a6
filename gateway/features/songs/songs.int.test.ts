import { endpoints } from '@called-it/shared/contract/endpoints'
import { listAuditEntries } from '@called-it/tests/support/audit-entries'
import { makeAdmin, makeSong } from '@called-it/tests/support/factories'
import { startGateway, type TestGateway } from '@called-it/tests/support/gateway/start-gateway'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

let gateway: TestGateway

beforeAll(async () => {
  gateway = await startGateway()
})
afterAll(() => gateway.stop())

test('lists the active songs by case-insensitive name', async () => {
  const { db } = gateway.postgres
  const second = await makeSong(db, {
    name: 'Bramble Code',
    times_played: 7,
    gap: 3,
    last_played: '2024-05-01',
  })
  const first = await makeSong(db, { name: 'amber' })
  await makeSong(db, { name: 'Cut', retired_at: new Date() })
  await makeSong(db, { name: 'Amber (alt)', times_played: 2, merged_into: first.id })
  expect((await gateway.send('GET', '/api/songs/all')).json).toEqual({
    songs: [
      {
        id: first.id,
        name: 'amber',
        slug: first.slug,
        times_played: 2,
        gap: null,
        last_played: null,
        also_named: ['Amber (alt)'],
      },
      {
        id: second.id,
        name: 'Bramble Code',
        slug: second.slug,
        times_played: 7,
        gap: 3,
        last_played: '2024-05-01',
      },
    ],
  })
})

test('draws songs of the notebook', async () => {
  const { db } = gateway.postgres
  for (let song = 0; song < 20; song += 1) await makeSong(db, { in_notebook: true })
  const draw = async (count: number) => {
    const { json } = await gateway.send('GET', `/api/press-notebook/random?count=${count}`)
    return endpoints.drawNotebookSongs.response.parse(json).songs
  }
  expect((await draw(9)).map(({ set }) => set)).toEqual([
    ...new Array(4).fill('set1'),
    ...new Array(4).fill('set2'),
    'encore',
  ])
  expect(await draw(50)).toHaveLength(20)
})

describe('proposed names of songs', () => {
  const propose = async (given: { slug: string; name: string }) => {
    const song = await makeSong(gateway.postgres.db, { retired_at: new Date() })
    await gateway.postgres.db
      .insertInto('song_renames')
      .values({ song_id: song.id, reason: 'spelling', ...given })
      .execute()
    const rename = { song: { id: song.id, name: song.name }, reason: 'spelling', ...given }
    return { song, rename, path: `/api/admin/songs/${song.id}/renames/${encodeURIComponent(given.slug)}` }
  }
  const findSong = (id: number) =>
    gateway.postgres.db.selectFrom('songs').selectAll().where('id', '=', id).executeTakeFirstOrThrow()

  test('lists and drops one, which is in the audit log', async () => {
    const admin = await gateway.loginAs(await makeAdmin(gateway.postgres.db))
    const { song, rename, path } = await propose({ slug: 'new/name', name: 'New' })
    const listed = await gateway.send('GET', '/api/admin/song-renames', { as: admin })
    expect(listed.json).toMatchObject({ renames: [rename] })

    const dropped = await gateway.send('POST', `${path}/drop`, { as: admin })
    expect([dropped.status, dropped.json]).toEqual([200, { renames: [] }])
    expect((await findSong(song.id)).retired_at).not.toBeNull()
    expect(await listAuditEntries(gateway.postgres.db, { subject: `song:${song.id}` })).toMatchObject([
      { action: 'song-rename:dropped', details: { from: song.name, to: 'New' } },
    ])
    expect(await gateway.send('POST', `${path}/accept`, { as: admin })).toMatchObject({
      status: 404,
      json: { code: 'rename_not_found' },
    })
  })

  test('accepts one: the song is back and what came instead is merged into it', async () => {
    const admin = await gateway.loginAs(await makeAdmin(gateway.postgres.db))
    const { song, path } = await propose({ slug: 'newer', name: 'Newer' })
    const newer = await makeSong(gateway.postgres.db, { slug: 'newer', source_id: '77' })
    const accepted = await gateway.send('POST', `${path}/accept`, { as: admin })
    expect([accepted.status, accepted.json]).toEqual([200, { renames: [] }])
    expect(await findSong(song.id)).toMatchObject({ slug: song.slug, name: 'Newer', retired_at: null })
    expect(await findSong(newer.id)).toMatchObject({ merged_into: song.id })
    const aliases = await gateway.postgres.db
      .selectFrom('song_aliases')
      .select(['kind', 'alias'])
      .where('song_id', '=', song.id)
      .orderBy('kind')
      .execute()
    expect(aliases).toEqual([
      { kind: 'id', alias: '77' },
      { kind: 'slug', alias: 'newer' },
    ])
    expect(await listAuditEntries(gateway.postgres.db, { subject: `song:${song.id}` })).toMatchObject([
      { action: 'song-rename:accepted', details: { merged: newer.id } },
    ])
  })
})
