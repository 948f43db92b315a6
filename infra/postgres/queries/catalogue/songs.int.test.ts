import { emptyTables } from '@called-it/tests/support/empty-tables'
import { makeSetlist, makeShow, makeSong } from '@called-it/tests/support/factories/catalogue'
import { databaseOfFile } from '@called-it/tests/support/test-database'
import { beforeEach, expect, test } from 'vitest'
import { listNotebookSongs } from './songs.ts'

const database = await databaseOfFile()

beforeEach(async () => {
  await emptyTables(database.db, 'songs', 'shows', 'setlist_revisions', 'performances')
})

const makeNamed = async (...names: string[]) => {
  const ids: number[] = []
  for (const name of names) ids.push((await makeSong(database.db, { name })).id)
  return ids
}

/** A show so many days ago, with its setlist. */
const play = async (daysAgo: number, sets: Parameters<typeof makeSetlist>[2], excluded = false) => {
  const show = await makeShow(database.db, { daysFromToday: -daysAgo, excluded })
  await makeSetlist(database.db, show.id, sets)
}

const notebookNames = async () => (await listNotebookSongs(database.db)).map(({ name }) => name).toSorted()

test('returns the songwriter’s notebook if the source has one', async () => {
  await makeSong(database.db, { name: 'noted', in_notebook: true })
  await makeSong(database.db, { name: 'noted and retired', in_notebook: true, retired_at: new Date() })
  await makeSong(database.db, { name: 'not noted' })
  expect(await listNotebookSongs(database.db)).toMatchObject([{ name: 'noted', usualSet: null }])
})

test('computes a notebook of two years without the last three shows', async () => {
  const [early = 0, inTime = 0, resting = 0, excluded = 0] = await makeNamed(
    'early',
    'in time',
    'resting',
    'excluded',
  )
  await makeNamed('never played')
  await play(900, { set1: [early] })
  await play(600, { set1: [inTime, resting] })
  await play(30, { encore: [resting] })
  await play(20, { set1: [] })
  await play(15, { set1: [excluded] }, true)
  await play(10, { set2: [resting] })
  expect(await notebookNames()).toEqual(['in time'])
})

test('counts the two years back from the last show with a setlist', async () => {
  const [song = 0, other = 0] = await makeNamed('song', 'other')
  await play(4000, { set1: [song] })
  for (const daysAgo of [3900, 3890, 3880]) await play(daysAgo, { set1: [other] })
  expect(await notebookNames()).toEqual(['song'])
})

test('returns the most frequent set of a song, the earlier one on a tie', async () => {
  const [closer = 0, split = 0, late = 0] = await makeNamed('closer', 'split', 'late')
  await database.db.updateTable('songs').set({ in_notebook: true }).execute()
  await play(30, { set1: [closer, split], set2: [], further: [{ set: '3', songs: [late] }] })
  await play(20, { set2: [closer, split], encore: [closer] })
  await play(10, { encore: [closer] })
  const usual = (await listNotebookSongs(database.db)).map(({ name, usualSet }) => [name, usualSet])
  expect(Object.fromEntries(usual)).toEqual({ closer: 'encore', split: 'set1', late: null })
})
