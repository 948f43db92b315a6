import { endpoints } from '@called-it/shared/contract/endpoints'
import { makeSetlist, makeShow, makeSong } from '@called-it/tests/support/factories'
import { startGateway, type TestGateway } from '@called-it/tests/support/gateway/start-gateway'
import { afterAll, beforeAll, expect, test } from 'vitest'

let gateway: TestGateway

beforeAll(async () => {
  gateway = await startGateway()
})
afterAll(() => gateway.stop())

test('lists the active songs by name', async () => {
  const { db } = gateway.postgres
  const second = await makeSong(db, {
    name: 'bramble Code',
    times_played: 7,
    gap: 3,
    last_played: '2024-05-01',
  })
  const first = await makeSong(db, { name: 'Amber' })
  await makeSong(db, { name: 'Cut', retired_at: new Date() })
  expect((await gateway.send('GET', '/api/songs/all')).json).toEqual({
    songs: [
      { id: first.id, name: 'Amber', slug: first.slug, times_played: 0, gap: null, last_played: null },
      {
        id: second.id,
        name: 'bramble Code',
        slug: second.slug,
        times_played: 7,
        gap: 3,
        last_played: '2024-05-01',
      },
    ],
  })
})

test('draws nine songs of the notebook in their usual sets', async () => {
  const { db } = gateway.postgres
  const setOf = new Map<number, string>()
  for (let index = 0; index < 20; index += 1) {
    const song = await makeSong(db, { in_notebook: true })
    const set = index < 8 ? 'set1' : index < 16 ? 'set2' : 'encore'
    setOf.set(song.id, set)
    const show = await makeShow(db, { daysFromToday: -index - 1 })
    await makeSetlist(db, show.id, { [set]: [song.id] })
  }
  const { status, json } = await gateway.send('GET', '/api/press-notebook/random?count=9')
  expect(status).toBe(200)
  const { songs } = endpoints.drawNotebookSongs.response.parse(json)
  expect(songs.map(({ set }) => set)).toEqual([
    ...new Array(4).fill('set1'),
    ...new Array(4).fill('set2'),
    'encore',
  ])
  for (const { id, set } of songs) expect(setOf.get(id)).toBe(set)
  const fifty = await gateway.send('GET', '/api/press-notebook/random?count=50')
  expect(endpoints.drawNotebookSongs.response.parse(fifty.json).songs).toHaveLength(20)
})
