import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { SourceShow, SourceSong, SourceTour } from '../../setlist-sources/source.ts'
import { makeScores, makeSetlist } from '../factories.ts'
import { createTestDatabase, type TestDatabase } from '../test-database.ts'
import { getSongNumbers, storeNotebook, storeShows, storeSongs, storeTours } from './catalogue-import.ts'

const SOURCE = 'test-site'

let database: TestDatabase

beforeAll(async () => {
  database = await createTestDatabase()
})

beforeEach(async () => {
  await sql`TRUNCATE songs, tours, shows, setlist_revisions, performances, score_sets CASCADE`.execute(
    database.db,
  )
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

const tour = (given: Partial<SourceTour> & { sourceId: string }): SourceTour => ({
  name: `tour ${given.sourceId}`,
  startDate: '2025-01-01',
  endDate: '2025-02-01',
  description: null,
  ...given,
})

const show = (given: Partial<SourceShow> & { sourceId: string }): SourceShow => ({
  date: '2025-01-10',
  venue: 'The Boathouse',
  city: 'Harborview',
  state: 'ME',
  country: 'USA',
  tourSourceId: null,
  locksAt: null,
  excluded: false,
  ...given,
})

const importSongs = (songs: readonly SourceSong[]) =>
  database.db.transaction().execute((trx) => storeSongs(trx, SOURCE, songs))
const importTours = (tours: readonly SourceTour[]) =>
  database.db.transaction().execute((trx) => storeTours(trx, SOURCE, tours))
const importShows = (shows: readonly SourceShow[]) =>
  database.db.transaction().execute((trx) => storeShows(trx, SOURCE, shows))

const storedSongs = () => database.db.selectFrom('songs').selectAll().orderBy('id').execute()
const storedShow = (sourceId: string) =>
  database.db.selectFrom('shows').selectAll().where('source_id', '=', sourceId).executeTakeFirstOrThrow()

test('songs are numbered in the order listed, and importing them again changes nothing', async () => {
  const listed = [song({ slug: 'b' }), song({ slug: 'a' }), song({ slug: 'c', sourceId: null })]
  expect(await importSongs(listed)).toEqual({ changed: 3 })
  expect(await importSongs(listed)).toEqual({ changed: 0 })
  expect((await storedSongs()).map(({ id, slug, source_id }) => [id, slug, source_id])).toEqual([
    [1, 'b', 'id-b'],
    [2, 'a', 'id-a'],
    [3, 'c', null],
  ])
})

test('no number is burnt by songs that are known', async () => {
  const listed = Array.from({ length: 50 }, (_, index) => song({ slug: `song-${index}` }))
  for (let round = 0; round < 3; round++) await importSongs(listed)
  await importSongs([...listed, song({ slug: 'new' })])
  expect((await storedSongs()).at(-1)).toMatchObject({ id: 51, slug: 'new' })
})

test('a song keeps its number through a new name, a new slug and new counts', async () => {
  await importSongs([song({ slug: 'old', sourceId: '5' })])
  const renamed = song({ slug: 'new', sourceId: '5', name: 'New', timesPlayed: 8, gap: 0 })
  expect(await importSongs([renamed])).toEqual({ changed: 1 })
  expect(await storedSongs()).toMatchObject([{ id: 1, slug: 'new', name: 'New', times_played: 8, gap: 0 }])
})

test('a song that vanishes is retired, and comes back under its number', async () => {
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

test('two songs may share a name and a slug where the site gives ids', async () => {
  await importSongs([song({ slug: 'same', sourceId: '1' }), song({ slug: 'same', sourceId: '2' })])
  expect((await storedSongs()).map(({ source_id }) => source_id)).toEqual(['1', '2'])
})

test('another site has songs of its own', async () => {
  await importSongs([song({ slug: 'a', sourceId: '1' })])
  await database.db
    .transaction()
    .execute((trx) => storeSongs(trx, 'other', [song({ slug: 'b', sourceId: '1' })]))
  expect((await storedSongs()).map(({ id, slug, retired_at }) => [id, slug, retired_at])).toEqual([
    [1, 'a', null],
    [2, 'b', null],
  ])
})

test('where the site does not count plays, our own setlists do', async () => {
  const uncounted = song({ slug: 'a', timesPlayed: null, lastPlayed: null, gap: null })
  await importSongs([uncounted])
  await importShows([show({ sourceId: 'one' }), show({ sourceId: 'two', date: '2025-01-11' })])
  for (const sourceId of ['one', 'two']) {
    await makeSetlist(database.db, (await storedShow(sourceId)).id, { set1: [1], encore: [1] })
  }
  await importSongs([uncounted])
  expect(await storedSongs()).toMatchObject([{ times_played: 2, last_played: '2025-01-11', gap: null }])
})

test('a setlist names known songs by id or slug and adds the others, in its order', async () => {
  await importSongs([song({ slug: 'a' }), song({ slug: 'b' })])
  const references = [
    { sourceId: 'id-b', slug: 'anything', name: 'B' },
    { sourceId: 'id-debut', slug: 'debut', name: 'Debut' },
    { sourceId: null, slug: 'a', name: 'A' },
    { sourceId: 'id-debut', slug: 'debut', name: 'Debut' },
  ]
  const number = () => database.db.transaction().execute((trx) => getSongNumbers(trx, SOURCE, references))
  expect(await number()).toEqual([2, 3, 1, 3])
  expect(await number()).toEqual([2, 3, 1, 3])
  expect((await storedSongs()).at(-1)).toMatchObject({ id: 3, name: 'Debut', times_played: 0 })
})

test('songs added by many setlists at once get numbers of their own', async () => {
  await Promise.all(
    Array.from({ length: 8 }, (_, index) =>
      database.db
        .transaction()
        .execute((trx) =>
          getSongNumbers(trx, SOURCE, [{ sourceId: `new-${index}`, slug: `new-${index}`, name: 'New' }]),
        ),
    ),
  )
  expect((await storedSongs()).map(({ id }) => id)).toEqual([1, 2, 3, 4, 5, 6, 7, 8])
})

test('the notebook is what the site lists now', async () => {
  await importSongs([song({ slug: 'a' }), song({ slug: 'b' }), song({ slug: 'c' })])
  const note = (slugs: readonly string[] | null) =>
    database.db
      .transaction()
      .execute((trx) =>
        storeNotebook(trx, SOURCE, slugs?.map((slug) => ({ sourceId: null, slug, name: slug })) ?? null),
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

test('tours are numbered in the order listed and updated in place', async () => {
  await importTours([tour({ sourceId: 'current' }), tour({ sourceId: 'earlier' })])
  const renamed = [
    tour({ sourceId: 'earlier', name: 'Renamed' }),
    tour({ sourceId: 'current' }),
    tour({ sourceId: 'next' }),
  ]
  expect(await importTours(renamed)).toEqual({ changed: 2 })
  expect(await importTours(renamed)).toEqual({ changed: 0 })
  const stored = await database.db.selectFrom('tours').selectAll().orderBy('id').execute()
  expect(stored.map(({ source_id, name }) => [source_id, name])).toEqual([
    ['current', 'tour current'],
    ['earlier', 'Renamed'],
    ['next', 'tour next'],
  ])
})

test('shows find their tours, and importing them again changes nothing', async () => {
  await importTours([tour({ sourceId: 'winter' })])
  const listed = [
    show({ sourceId: 'first', tourSourceId: 'winter' }),
    show({ sourceId: 'second', tourSourceId: 'unknown' }),
    show({ sourceId: 'third', date: '2999-01-01' }),
  ]
  const imported = await importShows(listed)
  expect(imported.changed).toBe(3)
  expect(imported.listedShowIds).toEqual([(await storedShow('third')).id])
  expect(await importShows(listed)).toEqual({ changed: 0, listedShowIds: [] })
  const winter = await database.db.selectFrom('tours').select('id').executeTakeFirstOrThrow()
  expect((await storedShow('first')).tour_id).toBe(winter.id)
  expect((await storedShow('second')).tour_id).toBeNull()
})

test('a show that moved is updated, and open pages are told', async () => {
  await importShows([show({ sourceId: 'one' })])
  const moved = await importShows([show({ sourceId: 'one', venue: 'The Barn', state: null })])
  const stored = await storedShow('one')
  expect(moved).toEqual({ changed: 1, listedShowIds: [stored.id] })
  expect(stored).toMatchObject({ venue: 'The Barn', state: null })
})

test('the instant at which picks close is taken from the site once and is then the admin’s', async () => {
  await importShows([show({ sourceId: 'one' })])
  await importShows([show({ sourceId: 'one', locksAt: '2025-01-10T23:30:00.000Z' })])
  expect((await storedShow('one')).locks_at).toEqual(new Date('2025-01-10T23:30:00Z'))

  const byAdmin = new Date('2025-01-11T01:00:00Z')
  await database.db.updateTable('shows').set({ locks_at: byAdmin }).where('source_id', '=', 'one').execute()
  const again = await importShows([show({ sourceId: 'one', locksAt: '2025-01-10T23:30:00.000Z' })])
  expect(again.changed).toBe(0)
  expect((await storedShow('one')).locks_at).toEqual(byAdmin)
})

test('an exclusion is taken over and lifted, but not for a show that is scored', async () => {
  const excluded = show({ sourceId: 'one', excluded: true })
  await importShows([excluded])
  await database.db.updateTable('shows').set({ exclusion_reason: 'a soundcheck' }).execute()
  await importShows([excluded])
  expect(await storedShow('one')).toMatchObject({ excluded: true, exclusion_reason: 'a soundcheck' })
  await importShows([show({ sourceId: 'one' })])
  expect(await storedShow('one')).toMatchObject({ excluded: false, exclusion_reason: null })

  const { id } = await storedShow('one')
  await importSongs([song({ slug: 'a' })])
  await makeSetlist(database.db, id, { set1: [1] })
  await makeScores(database.db, { id })
  expect(await importShows([excluded])).toEqual({ changed: 0, listedShowIds: [] })
  expect(await storedShow('one')).toMatchObject({ excluded: false, is_scored: true })
})
