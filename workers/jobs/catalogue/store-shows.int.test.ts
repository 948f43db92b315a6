import { emptyTables } from '@called-it/tests/support/empty-tables'
import { databaseOfFile } from '@called-it/tests/support/test-database'
import { listedShow } from '@called-it/tests/support/workers/listed'
import { beforeEach, describe, expect, test } from 'vitest'
import { storeShows } from './store-shows.ts'

const SOURCE = 'test-site'

const database = await databaseOfFile()

beforeEach(() => emptyTables(database.db, 'shows', 'audit_log'))

const inMaine = (given: Parameters<typeof listedShow>[2]) =>
  listedShow('one', null, { city: 'Portland', state: 'ME', country: 'USA', ...given })
const store = (...shows: ReturnType<typeof listedShow>[]) =>
  database.db.transaction().execute((trx) => storeShows(trx, SOURCE, shows))
const stored = () => database.db.selectFrom('shows').selectAll().executeTakeFirstOrThrow()

describe('storeShows', () => {
  test('stores the lock of a new show and changes nothing the second time', async () => {
    const show = inMaine({ date: '2099-07-04' })
    expect(await store(show)).toEqual({ isChanged: true, listedShowIds: [(await stored()).id] })
    expect(await stored()).toMatchObject({ locks_at: new Date('2099-07-04T23:30:00Z'), notice: null })
    expect(await store(show)).toEqual({ isChanged: false, listedShowIds: [] })
  })

  test('does not list a new show whose lock has passed', async () => {
    expect(await store(inMaine({ date: '2025-07-04' }))).toEqual({ isChanged: true, listedShowIds: [] })
  })

  test('follows a choice for the venue without a change at the source', async () => {
    const show = inMaine({ date: '2099-07-04' })
    await store(show)
    const place = { venue: 'the boathouse', city: 'portland', state: 'me', country: 'usa' }
    const choice = { ...place, time_zone: 'America/Los_Angeles' }
    await database.db.insertInto('venue_times').values(choice).execute()
    expect(await store(show)).toEqual({ isChanged: true, listedShowIds: [(await stored()).id] })
    expect(await stored()).toMatchObject({ locks_at: new Date('2099-07-05T02:30:00Z') })
  })

  test('announces an exclusion before the show once, and takes it back', async () => {
    await store(inMaine({ date: '2099-07-04' }))
    const excluded = inMaine({ date: '2099-07-04', excluded: true })
    await store(excluded)
    expect(await stored()).toMatchObject({ notice: { kind: 'cancelled', reason: null } })
    expect(await store(excluded)).toEqual({ isChanged: false, listedShowIds: [] })
    await store(inMaine({ date: '2099-07-04' }))
    expect((await stored()).notice).toBeNull()
  })
})
