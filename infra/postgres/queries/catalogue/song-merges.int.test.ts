import { emptyTables } from '@called-it/tests/support/empty-tables'
import { makeSetlist, makeShow, makeSong, makeSongs } from '@called-it/tests/support/factories/catalogue'
import { databaseOfFile } from '@called-it/tests/support/test-database'
import { beforeEach, expect, test } from 'vitest'
import { getActualSetlist, getPlayedSets } from './setlists.ts'
import { getMergedSongs, listConcernedSongs, planMerge, updateMerge } from './song-merges.ts'
import { listActiveSongs, listNotebookSongs, listSongsByIds } from './songs.ts'

const database = await databaseOfFile()

beforeEach(async () => {
  await emptyTables(database.db, 'songs', 'shows', 'setlist_revisions', 'performances')
})

const make = async (name: string, given = {}) => (await makeSong(database.db, { name, ...given })).id
const merge = (songId: number, into: number | null) =>
  database.db.transaction().execute((trx) => updateMerge(trx, { songId, into }))
const plan = (songId: number, into: number | null) => planMerge(database.db, { songId, into })

test('resolves a chain to its end, and stores a merge to the end', async () => {
  const [a, b, c] = [await make('a'), await make('b'), await make('c')]
  await merge(a, b)
  await merge(b, c)
  const chain = new Map([
    [a, c],
    [b, c],
  ])
  expect(await getMergedSongs(database.db)).toEqual(chain)

  const d = await make('d')
  expect(await plan(d, a)).toMatchObject({
    from: null,
    into: c,
    before: chain,
    after: new Map([...chain, [d, c]]),
  })
  const undone = await plan(b, null)
  expect(undone).toMatchObject({ from: c, into: null, after: new Map([[a, b]]) })
  expect(typeof undone === 'string' ? undone : listConcernedSongs(undone)).toEqual([a, b, c])
})

test('refuses cycles and unknown songs', async () => {
  const [a, b, c] = [await make('a'), await make('b'), await make('c')]
  await merge(a, b)
  await merge(b, c)
  expect([await plan(c, a), await plan(b, a), await plan(a, a)]).toEqual(['cycle', 'cycle', 'cycle'])
  expect(await plan(a, 60_000)).toBe('unknown')
  expect(await plan(60_000, null)).toBe('unknown')
})

test('lists merged songs as one, and neither hidden nor retired ones', async () => {
  const into = await make('into', { times_played: 5, gap: 9, last_played: '2024-01-02' })
  const merged = await make('merged', { times_played: 3, gap: 4, last_played: '2024-03-01' })
  const never = await make('never', { gap: null })
  await make('hidden', { hidden_at: new Date() })
  await make('retired', { retired_at: new Date() })
  const show = await makeShow(database.db, { daysFromToday: -3 })
  const { id } = await makeSetlist(database.db, show.id, { set1: [merged, into], encore: [merged] })
  await merge(merged, never)
  await merge(never, into)

  expect(await listActiveSongs(database.db)).toMatchObject([
    {
      id: into,
      // Both were played in one show.
      times_played: 7,
      gap: 4,
      last_played: '2024-03-01',
      merged: [{ name: 'merged' }, { name: 'never' }],
    },
  ])
  const shown = { id: into, name: 'into' }
  expect(await listSongsByIds(database.db, [merged])).toEqual([
    { id: merged, name: 'merged', isListed: false, song: shown },
  ])
  expect(await getPlayedSets(database.db, id)).toMatchObject({ set1: [shown, shown], encore: [shown] })
  expect(await getActualSetlist(database.db, id)).toMatchObject({ set1: [merged, into], encore: [merged] })
})

test('draws merged songs as one, with the usual set of both, and no hidden ones', async () => {
  const [into, merged, hidden] = [await make('into'), await make('merged'), await make('hidden')]
  const [, , , ...recent] = (await makeSongs(database.db, 6)).map(({ id }) => id)
  for (const [daysAgo, set] of [
    [9, 'set2'],
    [8, 'encore'],
    [7, 'encore'],
  ] as const) {
    const show = await makeShow(database.db, { daysFromToday: -daysAgo })
    await makeSetlist(database.db, show.id, { [set]: [set === 'set2' ? into : merged, hidden] })
  }
  for (const song of recent) {
    const show = await makeShow(database.db, { daysFromToday: -2 })
    await makeSetlist(database.db, show.id, { set1: [song] })
  }
  await merge(merged, into)
  await database.db.updateTable('songs').set({ hidden_at: new Date() }).where('id', '=', hidden).execute()
  const drawn = [{ id: into, name: 'into', usualSet: 'encore' }]
  expect(await listNotebookSongs(database.db)).toMatchObject(drawn)

  await database.db
    .updateTable('songs')
    .set({ in_notebook: true })
    .where('id', 'in', [merged, hidden])
    .execute()
  expect(await listNotebookSongs(database.db)).toMatchObject(drawn)
})
