import { listAuditEntries } from '@called-it/tests/support/audit-entries'
import { makeAdmin } from '@called-it/tests/support/factories/accounts'
import { makeShow, makeSong, makeSongs } from '@called-it/tests/support/factories/catalogue'
import { makeChances } from '@called-it/tests/support/factories/chances'
import { gatewayOfFile, refusal } from '@called-it/tests/support/gateway/start-gateway'
import { expect, test } from 'vitest'

const gateway = await gatewayOfFile()
const { db } = gateway.postgres

test('lists the active songs by case-insensitive name', async () => {
  const seldom = { times_played: 7, gap: 3, last_played: '2024-05-01' }
  const second = await makeSong(db, { name: 'Bramble Code', ...seldom })
  const first = await makeSong(db, { name: 'amber' })
  await makeSong(db, { name: 'Cut', retired_at: new Date() })
  await makeSong(db, { name: 'Amber (alt)', times_played: 2, merged_into: first.id })
  const never = { times_played: 2, gap: null, last_played: null, also_named: ['Amber (alt)'] }
  expect(await gateway.request('listSongs')).toEqual({
    songs: [
      { id: first.id, name: 'amber', slug: first.slug, ...never },
      { id: second.id, name: 'Bramble Code', slug: second.slug, ...seldom },
    ],
  })
})

test('draws a kickstart for a show by chance, from the notebook if there is one', async () => {
  const [likely, unlikely, noted] = [await makeSongs(db, 9), await makeSongs(db, 30), await makeSongs(db, 12)]
  const chances = [
    ...likely.map(({ id }) => ({ song: id, chance: 0.9 })),
    ...unlikely.map(({ id }) => ({ song: id, chance: 1e-6 })),
    ...noted.slice(0, 9).map(({ id }) => ({ song: id, chance: 1e-7 })),
  ]
  const { id: show } = await makeShow(db)
  const draw = async () => {
    const query = { notebook: 'press-notebook', count: 9, show }
    const { songs } = await gateway.request('drawNotebookSongs', query)
    return { ids: songs.map(({ id }) => id).toSorted((a, b) => a - b), sets: songs.map(({ set }) => set) }
  }
  const idsOf = (songs: readonly { id: number }[]) => songs.map(({ id }) => id).toSorted((a, b) => a - b)
  await makeChances(db, { showId: show, songs: chances })
  expect(await draw()).toEqual({
    ids: idsOf(likely),
    sets: [...new Array(4).fill('set1'), ...new Array(4).fill('set2'), 'encore'],
  })
  const inNotebook = { in_notebook: true }
  await db.updateTable('songs').set(inNotebook).where('id', 'in', idsOf(noted)).execute()
  expect((await draw()).ids).toEqual(idsOf(noted.slice(0, 9)))
  await db.updateTable('show_chances').set({ frozen_at: new Date() }).execute()
  const drawn = new Set((await Promise.all(Array.from({ length: 20 }, draw))).flatMap(({ ids }) => ids))
  expect([...drawn].toSorted((a, b) => a - b)).toEqual(idsOf(noted))
  await db
    .deleteFrom('songs')
    .where('id', 'in', [...idsOf(likely), ...idsOf(unlikely), ...idsOf(noted)])
    .execute()
})

test('draws songs of the notebook', async () => {
  for (let song = 0; song < 20; song += 1) await makeSong(db, { in_notebook: true })
  const draw = async (count: number) =>
    (await gateway.request('drawNotebookSongs', { notebook: 'press-notebook', count })).songs
  expect((await draw(9)).map(({ set }) => set)).toEqual([
    ...new Array(4).fill('set1'),
    ...new Array(4).fill('set2'),
    'encore',
  ])
  expect(await draw(50)).toHaveLength(20)
})

test('lists songs that seem to be another one, and keeps both', async () => {
  const as = await gateway.loginAs(await makeAdmin(db))
  const show = await makeShow(db, { daysFromToday: -3 })
  const song = await makeSong(db, { retired_at: new Date() })
  const newer = await makeSong(db, { slug: 'new/name' })
  await db
    .insertInto('song_renames')
    .values({ song_id: song.id, slug: newer.slug, reason: 'position', show_id: show.id })
    .execute()
  const { json } = await gateway.send('GET', '/api/admin/song-renames', { as })
  expect(json).toMatchObject({
    renames: [
      {
        song: { id: song.id, name: song.name },
        newer: { id: newer.id, name: newer.name },
        reason: 'position',
        show: { id: show.id, date: show.showdate, venue: show.venue },
      },
    ],
    total: 1,
  })

  const path = `/api/admin/songs/${song.id}/renames/${encodeURIComponent(newer.slug)}/drop`
  expect(await gateway.send('POST', path, { as })).toMatchObject({
    status: 200,
    json: { renames: [], total: 0 },
  })
  expect(await listAuditEntries(db, { subject: `song:${song.id}` })).toMatchObject([
    { action: 'song-rename:dropped', details: { into: newer.id } },
  ])
  expect(await gateway.send('POST', path, { as })).toMatchObject(refusal(404, 'rename_not_found'))
})
