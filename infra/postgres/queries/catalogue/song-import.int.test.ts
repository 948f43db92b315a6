import { emptyTables } from '@called-it/tests/support/empty-tables'
import { makeSetlist, makeShow } from '@called-it/tests/support/factories/catalogue'
import { databaseOfFile } from '@called-it/tests/support/test-database'
import { beforeEach, expect, test } from 'vitest'
import type { SourceSong, SourceSongReference } from '../../../setlist-sources/source.ts'
import { updateNotebookSongs, updateSongStatistics, upsertSongIds, upsertSongs } from './song-import.ts'

const SOURCE = 'test-site'

const database = await databaseOfFile()

beforeEach(async () => {
  await emptyTables(database.db, 'songs', 'song_aliases', 'shows', 'setlist_revisions', 'performances')
})

const song = (given: Partial<SourceSong> & { slug: string }): SourceSong => ({
  sourceId: `id-${given.slug}`,
  name: given.slug.toUpperCase(),
  timesPlayed: 7,
  gap: 3,
  lastPlayed: '2025-01-02',
  ...given,
})

const importSongs = (songs: readonly SourceSong[]) =>
  database.db.transaction().execute(async (trx) => {
    const upserted = await upsertSongs(trx, SOURCE, songs, [])
    const counted = await updateSongStatistics(trx, SOURCE, songs, [])
    return { changed: Math.max(upserted.changed, counted.changed) }
  })

const played = (songs: readonly SourceSongReference[]) => ({
  showSourceId: 'show',
  entries: songs.map((song) => ({ set: '1', song })),
})
const storedSongs = () => database.db.selectFrom('songs').selectAll().orderBy('id').execute()

test('numbers songs in the order listed and changes nothing when repeated', async () => {
  const listed = [song({ slug: 'b' }), song({ slug: 'a' }), song({ slug: 'c', sourceId: null })]
  expect(await importSongs(listed)).toEqual({ changed: 3 })
  expect(await importSongs(listed)).toEqual({ changed: 0 })
  expect((await storedSongs()).map(({ id, slug, source_id }) => [id, slug, source_id])).toEqual([
    [1, 'b', 'id-b'],
    [2, 'a', 'id-a'],
    [3, 'c', null],
  ])
})

test('keeps the id and the first slug of a song whose name, slug and counts change', async () => {
  await importSongs([song({ slug: 'old', sourceId: '5' })])
  const renamed = song({ slug: 'new', sourceId: '5', name: 'New', timesPlayed: 8, gap: 0 })
  expect(await importSongs([renamed])).toEqual({ changed: 1 })
  expect(await importSongs([renamed])).toEqual({ changed: 0 })
  expect(await importSongs([{ ...renamed, sourceId: null }])).toEqual({ changed: 0 })
  expect(await storedSongs()).toMatchObject([
    { id: 1, source_id: '5', slug: 'old', name: 'New', times_played: 8, gap: 0, retired_at: null },
  ])
})

test('retires a missing song and restores it under its id', async () => {
  const both = [song({ slug: 'stays' }), song({ slug: 'goes' })]
  await importSongs(both)
  await importSongs([song({ slug: 'stays' })])
  expect((await storedSongs()).map(({ slug, retired_at }) => [slug, retired_at !== null])).toEqual([
    ['stays', false],
    ['goes', true],
  ])
  await importSongs([song({ slug: 'stays' }), song({ slug: 'newcomer' })])
  await importSongs([...both, song({ slug: 'newcomer' })])
  expect((await storedSongs()).map(({ id, slug, retired_at }) => [id, slug, retired_at])).toEqual([
    [1, 'stays', null],
    [2, 'goes', null],
    [3, 'newcomer', null],
  ])
})

test('retires songs that are only in what does not count, if the list is whole', async () => {
  const excluded = song({ slug: 'check', timesPlayed: 0, gap: null, lastPlayed: null, onlyExcluded: true })
  const listed = async (songs: readonly SourceSong[], isWhole?: boolean) => {
    await database.db.transaction().execute((trx) => upsertSongs(trx, SOURCE, songs, [], isWhole))
    return (await storedSongs()).map(({ slug, retired_at }) => [slug, retired_at === null])
  }
  const other = song({ slug: 'other' })
  expect(await listed([other, excluded], false)).toEqual([
    ['other', true],
    ['check', true],
  ])
  for (const _ of [1, 2]) {
    expect(await listed([other, excluded])).toEqual([
      ['other', true],
      ['check', false],
    ])
  }
  await database.db.updateTable('songs').set({ merged_into: 2 }).where('slug', '=', 'other').execute()
  expect((await listed([other, excluded]))[1]).toEqual(['check', true])
  await database.db.updateTable('songs').set({ merged_into: null }).execute()
  await listed([other, excluded])
  expect((await listed([other, { ...excluded, onlyExcluded: false }]))[1]).toEqual(['check', true])
})

test('allows two songs with one slug if the source has ids', async () => {
  await importSongs([song({ slug: 'same', sourceId: '1' }), song({ slug: 'same', sourceId: '2' })])
  expect((await storedSongs()).map(({ source_id }) => source_id)).toEqual(['1', '2'])
})

test('keeps the song into which a listed one is merged', async () => {
  await importSongs([song({ slug: 'a' }), song({ slug: 'b' })])
  await database.db.updateTable('songs').set({ merged_into: 2 }).where('id', '=', 1).execute()
  expect(await importSongs([song({ slug: 'a' })])).toEqual({ changed: 0 })
})

test('keeps the songs of two sources apart', async () => {
  await importSongs([song({ slug: 'a', sourceId: '1' })])
  await database.db
    .transaction()
    .execute((trx) => upsertSongs(trx, 'other', [song({ slug: 'b', sourceId: '1' })], []))
  expect((await storedSongs()).map(({ id, slug, retired_at }) => [id, slug, retired_at])).toEqual([
    [1, 'a', null],
    [2, 'b', null],
  ])
})

test('counts plays from setlists if the source has no counts', async () => {
  const uncounted = song({ slug: 'a', timesPlayed: null, lastPlayed: null, gap: null })
  await importSongs([uncounted])
  for (const showdate of ['2025-01-10', '2025-01-11']) {
    const show = await makeShow(database.db, { showdate })
    await makeSetlist(database.db, show.id, { set1: [1], encore: [1] })
  }
  await importSongs([uncounted])
  expect(await storedSongs()).toMatchObject([{ times_played: 2, last_played: '2025-01-11', gap: 0 }])
})

test('finds songs by id or slug and inserts the others in order', async () => {
  await importSongs([song({ slug: 'a' }), song({ slug: 'b' })])
  const references = [
    { sourceId: 'id-b', slug: 'anything', name: 'B' },
    { sourceId: 'id-debut', slug: 'debut', name: 'Debut' },
    { sourceId: null, slug: 'a', name: 'A' },
    { sourceId: 'id-debut', slug: 'debut', name: 'Debut' },
  ]
  const number = () =>
    database.db.transaction().execute((trx) => upsertSongIds(trx, SOURCE, played(references)))
  expect(await number()).toEqual([2, 3, 1, 3])
  expect(await number()).toEqual([2, 3, 1, 3])
  expect((await storedSongs()).at(-1)).toMatchObject({ id: 3, name: 'Debut', times_played: 0 })
})

test('gives unique ids to songs of concurrent setlists', async () => {
  await Promise.all(
    Array.from({ length: 8 }, (_, index) =>
      database.db
        .transaction()
        .execute((trx) =>
          upsertSongIds(
            trx,
            SOURCE,
            played([{ sourceId: `new-${index}`, slug: `new-${index}`, name: 'New' }]),
          ),
        ),
    ),
  )
  expect((await storedSongs()).map(({ id }) => id)).toEqual([1, 2, 3, 4, 5, 6, 7, 8])
})

test('replaces the notebook by the listed songs', async () => {
  await importSongs([song({ slug: 'a' }), song({ slug: 'b' }), song({ slug: 'c' })])
  const note = (slugs: readonly string[] | null) =>
    database.db
      .transaction()
      .execute((trx) =>
        updateNotebookSongs(
          trx,
          SOURCE,
          slugs?.map((slug) => ({ sourceId: null, slug, name: slug })) ?? null,
        ),
      )
  const noted = async () =>
    (await storedSongs()).filter(({ in_notebook }) => in_notebook).map(({ slug }) => slug)

  expect(await note(['a', 'b', 'unknown'])).toEqual({ changed: 2, songs: 2 })
  expect(await noted()).toEqual(['a', 'b'])
  expect(await note(['b', 'c'])).toEqual({ changed: 2, songs: 2 })
  expect(await note(['b', 'c'])).toEqual({ changed: 0, songs: 2 })
  expect(await noted()).toEqual(['b', 'c'])
  expect(await note(null)).toEqual({ changed: 2, songs: 0 })
})
