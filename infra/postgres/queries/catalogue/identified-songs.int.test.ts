import { emptyTables } from '@called-it/tests/support/empty-tables'
import { makeSetlist, makeShow, makeSong } from '@called-it/tests/support/factories/catalogue'
import { databaseOfFile } from '@called-it/tests/support/test-database'
import { beforeEach, describe, expect, test } from 'vitest'
import type { SourceSong, SourceSongReference } from '../../../setlist-sources/source.ts'
import { listSongIds, updateNotebookSongs, upsertSongIds, upsertSongs } from './song-import.ts'

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
  database.db.transaction().execute((trx) => upsertSongs(trx, SOURCE, songs, []))

const played = (songs: readonly SourceSongReference[], showSourceId = 'show') => ({
  showSourceId,
  entries: songs.map((song) => ({ set: '1', song })),
})
const findIds = (songs: readonly Omit<SourceSongReference, 'name'>[], showSourceId?: string) =>
  listSongIds(
    database.db,
    SOURCE,
    played(
      songs.map((song) => ({ ...song, name: song.slug })),
      showSourceId,
    ),
  )
const storedSongs = () => database.db.selectFrom('songs').selectAll().orderBy('id').execute()

describe('a song with and without an id', () => {
  const [withId, withoutId] = [song({ slug: 'a', sourceId: '5' }), song({ slug: 'a', sourceId: null })]

  test.each([
    { order: 'with first', songs: [withId, withoutId] },
    { order: 'without first', songs: [withoutId, withId] },
  ])('is one in a list, a setlist and the notebook: $order', async ({ songs }) => {
    expect(await importSongs(songs)).toEqual({ changed: 1 })
    expect(await importSongs(songs)).toEqual({ changed: 0 })
    expect(await findIds(songs)).toEqual([1, 1])
    await database.db.transaction().execute((trx) => updateNotebookSongs(trx, SOURCE, songs))
    expect(await storedSongs()).toMatchObject([{ source_id: '5', in_notebook: true, retired_at: null }])
  })

  test.each([
    { order: 'with first', songs: [withId, withoutId] },
    { order: 'without first', songs: [withoutId, withId] },
  ])('is one in two setlists: $order', async ({ songs }) => {
    for (const one of songs) {
      const ids = await database.db.transaction().execute((trx) => upsertSongIds(trx, SOURCE, played([one])))
      expect(ids).toEqual([1])
    }
    expect(await storedSongs()).toMatchObject([{ source_id: '5' }])
  })

  test('stays the same when the source begins or stops to give ids', async () => {
    const lists = [withId, withoutId, withId].map((first) => {
      const hasIds = first.sourceId !== null
      const others = ['b', 'c'].map((slug) => song({ slug, sourceId: hasIds ? `id-${slug}` : null }))
      return [first, ...others]
    })
    for (const list of [lists[1], ...lists]) await importSongs(list ?? [])
    expect((await storedSongs()).map(({ id, source_id, retired_at }) => [id, source_id, retired_at])).toEqual(
      [
        [1, '5', null],
        [2, 'id-b', null],
        [3, 'id-c', null],
      ],
    )
  })

  test('becomes two if its slug has two ids, and both stay without ids', async () => {
    const twins = [song({ slug: 'a', sourceId: '6', timesPlayed: 1 }), withId]
    await importSongs([withoutId])
    await importSongs([...twins, withoutId])
    await importSongs([withoutId])
    expect(await importSongs(twins)).toEqual({ changed: 0 })
    expect((await storedSongs()).map(({ id, source_id, retired_at }) => [id, source_id, retired_at])).toEqual(
      [
        [1, '5', null],
        [2, '6', null],
      ],
    )
    expect(await findIds([withoutId])).toEqual([1])
  })

  test('is the one with an id where it is stored twice', async () => {
    await makeSong(database.db, { source: SOURCE, source_id: null, slug: 'a', times_played: 99 })
    await makeSong(database.db, { source: SOURCE, source_id: '5', slug: 'a' })
    await importSongs([withId, withoutId])
    expect((await storedSongs()).map(({ retired_at }) => retired_at !== null)).toEqual([true, false])
    expect(await findIds([withoutId])).toEqual([2])
  })

  test('is the one of the setlist that is stored', async () => {
    await importSongs([withId, song({ slug: 'a', sourceId: '6', timesPlayed: 1 })])
    const show = await makeShow(database.db, { source: SOURCE, source_id: 'night' })
    await makeSetlist(database.db, show.id, { set1: [2] })
    expect(await findIds([withoutId], 'night')).toEqual([2])
    expect(await findIds([withoutId], 'another')).toEqual([1])
  })
})

test('finds a song by an earlier id and a merged song by its own', async () => {
  await importSongs([song({ slug: 'a' }), song({ slug: 'b' })])
  await database.db
    .insertInto('song_aliases')
    .values({ source: SOURCE, kind: 'id', alias: 'earlier', song_id: 2 })
    .execute()
  await database.db.updateTable('songs').set({ merged_into: 2 }).where('id', '=', 1).execute()
  expect(
    await findIds([
      { sourceId: 'earlier', slug: 'a' },
      { sourceId: 'id-a', slug: 'b' },
    ]),
  ).toEqual([2, 1])
})

test('finds a song by its first and by its present slug', async () => {
  await importSongs([song({ slug: 'old', sourceId: '5' })])
  await importSongs([song({ slug: 'new', sourceId: '5' })])
  expect(
    await findIds([
      { sourceId: null, slug: 'new' },
      { sourceId: null, slug: 'old' },
    ]),
  ).toEqual([1, 1])
})
