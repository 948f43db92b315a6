import { emptyTables } from '@called-it/tests/support/empty-tables'
import { makeSetlist, makeSong } from '@called-it/tests/support/factories/catalogue'
import { makeScores } from '@called-it/tests/support/factories/scores'
import { databaseOfFile } from '@called-it/tests/support/test-database'
import { beforeEach, expect, test } from 'vitest'
import { type SourceShow, type SourceTour, UNKNOWN_TIMES } from '../../../setlist-sources/source.ts'
import { listBoardsOfMovedShows, upsertShows, upsertTours } from './tour-import.ts'

const SOURCE = 'test-site'

const database = await databaseOfFile()

beforeEach(async () => {
  await emptyTables(database.db, 'songs', 'tours', 'shows', 'setlist_revisions', 'performances', 'score_sets')
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
  times: UNKNOWN_TIMES,
  excluded: false,
  ...given,
})

const importTours = (tours: readonly SourceTour[]) =>
  database.db.transaction().execute((trx) => upsertTours(trx, SOURCE, tours))
const importShows = (shows: readonly SourceShow[]) =>
  database.db.transaction().execute((trx) => upsertShows(trx, SOURCE, shows))

const storedShow = (sourceId: string) =>
  database.db.selectFrom('shows').selectAll().where('source_id', '=', sourceId).executeTakeFirstOrThrow()

test('inserts tours in the order listed and updates them in place', async () => {
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

test('links shows to tours and changes nothing when repeated', async () => {
  await importTours([tour({ sourceId: 'winter' })])
  const listed = [
    show({ sourceId: 'first', tourSourceId: 'winter' }),
    show({ sourceId: 'second', tourSourceId: 'unknown' }),
    show({ sourceId: 'third', date: '2999-01-01' }),
  ]
  const { showIds, ...imported } = await importShows(listed)
  expect(imported).toEqual({ insertedIds: showIds, updatedIds: [] })
  expect(await importShows(listed)).toEqual({ showIds, insertedIds: [], updatedIds: [] })
  const winter = await database.db.selectFrom('tours').select('id').executeTakeFirstOrThrow()
  expect((await storedShow('first')).tour_id).toBe(winter.id)
  expect((await storedShow('second')).tour_id).toBeNull()
})

test('stores the listed times as they are, and leaves the lock alone', async () => {
  const coordinates = { latitude: 43.66, longitude: -70.25 }
  const times = { timeZone: 'Nowhere', startsLocal: '20:00', locksAt: '2025-01-10T23:30:00Z', coordinates }
  await importShows([show({ sourceId: 'one' })])
  const { updatedIds } = await importShows([show({ sourceId: 'one', times })])
  expect(await storedShow('one')).toMatchObject({ id: updatedIds[0], listed_times: times, locks_at: null })
  expect(await importShows([show({ sourceId: 'one', times })])).toMatchObject({ updatedIds: [] })
})

test('follows exclusions of the source unless the show is scored', async () => {
  const excluded = show({ sourceId: 'one', excluded: true })
  await importShows([excluded])
  await database.db.updateTable('shows').set({ exclusion_reason: 'a soundcheck' }).execute()
  await importShows([excluded])
  expect(await storedShow('one')).toMatchObject({ excluded: true, exclusion_reason: 'a soundcheck' })
  await importShows([show({ sourceId: 'one' })])
  expect(await storedShow('one')).toMatchObject({ excluded: false, exclusion_reason: null })

  const { id } = await storedShow('one')
  await makeSetlist(database.db, id, { set1: [(await makeSong(database.db)).id] })
  await makeScores(database.db, { id })
  expect(await importShows([excluded])).toMatchObject({ updatedIds: [] })
  expect(await storedShow('one')).toMatchObject({ excluded: false, is_scored: true })
})

test('keeps edited columns until the row follows its source again', async () => {
  const { db } = database
  await importTours([tour({ sourceId: 'winter' }), tour({ sourceId: 'summer' })])
  await importShows([show({ sourceId: 'a', tourSourceId: 'winter' }), show({ sourceId: 'b' })])
  await db
    .updateTable('tours')
    .set({ name: 'By hand', edited_by_hand: true })
    .where('source_id', '=', 'winter')
    .execute()
  await db
    .updateTable('shows')
    .set({ venue: 'By hand', city: null, edited_by_hand: true })
    .where('source_id', '=', 'a')
    .execute()

  const times = { ...UNKNOWN_TIMES, locksAt: '2025-01-10T23:30:00.000Z' }
  const listed = [
    show({
      sourceId: 'a',
      tourSourceId: 'summer',
      date: '2025-01-11',
      times,
    }),
    show({ sourceId: 'b', venue: 'The Barn' }),
  ]
  expect(
    await importTours([tour({ sourceId: 'winter', name: 'Cold' }), tour({ sourceId: 'summer' })]),
  ).toEqual({ changed: 0 })
  expect(await db.transaction().execute((trx) => listBoardsOfMovedShows(trx, SOURCE, listed))).toEqual([])
  const before = await storedShow('a')
  expect((await importShows(listed)).updatedIds).toHaveLength(2)
  // Columns that admins do not edit still follow the source.
  expect(await storedShow('a')).toEqual({ ...before, listed_times: times })
  expect(await storedShow('b')).toMatchObject({ venue: 'The Barn' })
  expect(await importShows(listed)).toMatchObject({ updatedIds: [] })

  await db.updateTable('tours').set({ edited_by_hand: false }).execute()
  await db.updateTable('shows').set({ edited_by_hand: false }).execute()
  await importTours([tour({ sourceId: 'winter', name: 'Cold' }), tour({ sourceId: 'summer' })])
  await importShows(listed)
  expect(await storedShow('a')).toMatchObject({
    showdate: '2025-01-11',
    venue: 'The Boathouse',
    city: 'Harborview',
  })
  expect((await storedShow('a')).tour_id).not.toBe(before.tour_id)
  expect(
    await db.selectFrom('tours').select('name').where('source_id', '=', 'winter').executeTakeFirst(),
  ).toEqual({ name: 'Cold' })
})
