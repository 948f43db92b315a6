import { makeSetlist, makeShow, makeSong } from '@called-it/tests/support/factories'
import { createTestDatabase, type TestDatabase } from '@called-it/tests/support/test-database'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { SourceSong, SourceSongReference } from '../../../setlist-sources/source.ts'
import { findSongIds, updateNotebookSongs, upsertSongIds, upsertSongs } from './song-import.ts'
import { updateSongStatistics } from './song-statistics.ts'

const SOURCE = 'test-site'

let database: TestDatabase

beforeAll(async () => {
  database = await createTestDatabase()
})

beforeEach(async () => {
  await sql`TRUNCATE songs, song_aliases, shows, setlist_revisions, performances CASCADE`.execute(database.db)
})

afterAll(() => database.drop())

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

const played = (songs: readonly SourceSongReference[], showSourceId = 'show') => ({
  showSourceId,
  entries: songs.map((song) => ({ set: '1', song })),
})
const findIds = (songs: readonly Omit<SourceSongReference, 'name'>[], showSourceId?: string) =>
  findSongIds(
    database.db,
    SOURCE,
    played(
      songs.map((song) => ({ ...song, name: song.slug })),
      showSourceId,
    ),
  )
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
  expect(
    await findIds([
      { sourceId: null, slug: 'new' },
      { sourceId: null, slug: 'old' },
    ]),
  ).toEqual([1, 1])
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

test('allows two songs with one slug if the source has ids', async () => {
  await importSongs([song({ slug: 'same', sourceId: '1' }), song({ slug: 'same', sourceId: '2' })])
  expect((await storedSongs()).map(({ source_id }) => source_id)).toEqual(['1', '2'])
})

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

  test('is one again where an earlier release made two of it', async () => {
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
