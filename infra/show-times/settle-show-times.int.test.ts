import { DEFAULT_SCHEDULE } from '@called-it/shared/game/calendar'
import { emptyTables } from '@called-it/tests/support/empty-tables'
import { makeShow } from '@called-it/tests/support/factories/catalogue'
import { databaseOfFile } from '@called-it/tests/support/test-database'
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { putFact } from '../postgres/queries/work/installation-facts.ts'
import { UNKNOWN_TIMES } from '../setlist-sources/source.ts'
import { settleShowTimes } from './settle-show-times.ts'

const database = await databaseOfFile()

const db = database.db

beforeEach(() => emptyTables(db, 'shows', 'venue_times', 'audit_log'))

const settle = (...showIds: number[]) => db.transaction().execute((trx) => settleShowTimes(trx, showIds))

const stored = (showId: number) =>
  db.selectFrom('shows').selectAll().where('id', '=', showId).executeTakeFirstOrThrow()

const update = (showId: number, columns: Record<string, unknown>) =>
  db.updateTable('shows').set(columns).where('id', '=', showId).execute()

const chooseEarlyStart = (early_starts_local: string) => {
  const place = { venue: 'the hall', city: 'boston', state: 'ma', country: 'usa' }
  return db
    .insertInto('venue_times')
    .values({ ...place, early_starts_local })
    .execute()
}

const boston = { showdate: '2099-07-04', city: 'Boston', state: 'MA', country: 'USA', locks_at: null }
const lockInBoston = new Date('2099-07-04T23:30:00Z')

describe('settleShowTimes', () => {
  test('stores what follows for a new show, and nothing the second time', async () => {
    const show = await makeShow(db, boston)
    expect(await settle(show.id)).toMatchObject([{ showId: show.id, outcome: 'new', lockBefore: null }])
    expect(await stored(show.id)).toMatchObject({
      time_zone: 'America/New_York',
      zone_needs_check: false,
      starts_local: '19:30',
      starts_at: lockInBoston,
      locks_at: lockInBoston,
      time_source: 'default',
      notice: null,
    })
    expect(await settle(show.id)).toEqual([])
  })

  test('closes the picks of an unknown zone early until the venue has a choice', async () => {
    const show = await makeShow(db, {
      ...boston,
      venue: ' The Moon ',
      city: null,
      state: null,
      country: null,
    })
    await settle(show.id)
    expect(await stored(show.id)).toMatchObject({
      time_zone: null,
      starts_at: null,
      time_source: 'unknown',
      locks_at: new Date('2099-07-03T10:00:00Z'),
    })
    const place = { venue: 'the moon', city: '', state: '', country: '' }
    const choice = { ...place, time_zone: 'America/New_York' }
    await db.insertInto('venue_times').values(choice).execute()
    await settle(show.id)
    expect(await stored(show.id)).toMatchObject({ time_zone: 'America/New_York', locks_at: lockInBoston })
  })

  test('takes the home zone of the band where none is known, for a check', async () => {
    await putFact(db, 'schedule', { ...DEFAULT_SCHEDULE, zone: 'America/Denver' })
    onTestFinished(() => putFact(db, 'schedule', DEFAULT_SCHEDULE))
    const show = await makeShow(db, { ...boston, city: null, state: null, country: null })
    const inBoston = await makeShow(db, boston)
    await settle(show.id, inBoston.id)
    expect(await stored(show.id)).toMatchObject({
      time_zone: 'America/Denver',
      zone_needs_check: true,
      locks_at: new Date('2099-07-05T01:30:00Z'),
    })
    expect(await stored(inBoston.id)).toMatchObject({
      time_zone: 'America/New_York',
      zone_needs_check: false,
    })
  })

  test('ignores a listed zone that there is not, and uses listed coordinates', async () => {
    const coordinates = { latitude: 39.74, longitude: -104.99 }
    const times = { ...UNKNOWN_TIMES, timeZone: 'America/Bostn', startsLocal: '18:00', coordinates }
    const show = await makeShow(db, {
      ...boston,
      city: 'Nowhere',
      state: null,
      country: null,
      listed_times: JSON.stringify(times),
    })
    await settle(show.id)
    expect(await stored(show.id)).toMatchObject({
      time_zone: 'America/Denver',
      locks_at: new Date('2099-07-05T00:00:00Z'),
      time_source: 'site',
    })
  })

  test('moves an open lock with a notice and an audit entry', async () => {
    const show = await makeShow(db, boston)
    await settle(show.id)
    await update(show.id, { showdate: '2099-07-05' })
    expect(await settle(show.id)).toMatchObject([{ outcome: 'moved', lockBefore: lockInBoston }])
    expect(await stored(show.id)).toMatchObject({
      locks_at: new Date('2099-07-05T23:30:00Z'),
      notice: { kind: 'lock-moved', from: '2099-07-04T23:30:00.000Z' },
    })
    const entries = await db.selectFrom('audit_log').selectAll().execute()
    expect(entries).toMatchObject([
      {
        action: 'show:lock-moved',
        subject: `show:${show.id}`,
        details: {
          from: '2099-07-04T23:30:00.000Z',
          to: '2099-07-05T23:30:00.000Z',
          why: { timeZone: 'America/New_York', startsLocal: '19:30', timeSource: 'default' },
        },
      },
    ])
  })

  test('leaves the lock of an admin, and one that has passed', async () => {
    const byAdmin = new Date('2099-07-01T12:00:00Z')
    const set = await makeShow(db, { ...boston, set_locks_at: byAdmin })
    const passed = await makeShow(db, { ...boston, locks_at: new Date('2020-01-01T00:00:00Z') })
    await settle(set.id, passed.id)
    expect(await stored(set.id)).toMatchObject({ locks_at: byAdmin, time_source: 'admin' })
    expect(await stored(passed.id)).toMatchObject({
      locks_at: passed.locks_at,
      time_zone: 'America/New_York',
      notice: null,
    })
    await update(set.id, { showdate: '2099-08-01' })
    await update(passed.id, { showdate: '2099-08-01' })
    await settle(set.id, passed.id)
    expect((await stored(set.id)).locks_at).toEqual(byAdmin)
    expect(await stored(passed.id)).toMatchObject({ locks_at: passed.locks_at, starts_at: lockInBoston })
  })

  test('applies a choice for a venue to no namesake in another state or country', async () => {
    const club = { ...boston, venue: 'Club', city: 'Moscow' }
    const chosen = await makeShow(db, { ...club, state: 'ID' })
    const namesake = await makeShow(db, { ...club, state: null, country: 'Russia' })
    const place = { venue: 'club', city: 'moscow', state: 'id', country: 'usa' }
    const choice = { ...place, time_zone: 'America/Boise', early_starts_local: '14:00' }
    await db.insertInto('venue_times').values(choice).execute()
    await settle(chosen.id, namesake.id)
    expect(await stored(chosen.id)).toMatchObject({ time_zone: 'America/Boise', starts_local: '19:30' })
    expect(await stored(namesake.id)).toMatchObject({ time_zone: 'Europe/Moscow', starts_local: '19:30' })
  })

  test('asks for a check of a zone that was chosen for two places', async () => {
    const show = await makeShow(db, boston)
    const place = { venue: show.venue.toLowerCase(), city: 'boston', state: 'ma', country: 'usa' }
    await db
      .insertInto('venue_times')
      .values({ ...place, zone_in_doubt: true })
      .execute()
    await settle(show.id)
    expect(await stored(show.id)).toMatchObject({ time_zone: 'America/New_York', zone_needs_check: true })
  })

  test.each([
    ['the second, where the first is known to start later', '20:00', ['20:00', '14:00']],
    ['none, where the first is known to start earlier', '13:00', ['13:00', '19:30']],
  ])('starts early of two shows on one day %s', async (_, startsLocal, starts) => {
    const listed_times = JSON.stringify({ ...UNKNOWN_TIMES, startsLocal })
    const first = await makeShow(db, { ...boston, venue: 'The Hall', listed_times })
    const second = await makeShow(db, { ...boston, venue: 'The Hall' })
    await chooseEarlyStart('14:00')
    await settle(first.id, second.id)
    expect([(await stored(first.id)).starts_local, (await stored(second.id)).starts_local]).toEqual(starts)
  })

  test('starts the first of two shows on one day early where an admin chose so', async () => {
    const venue = { ...boston, venue: 'The Hall' }
    const first = await makeShow(db, venue)
    await chooseEarlyStart('14:00')
    await settle(first.id)
    expect((await stored(first.id)).starts_local).toBe('19:30')

    const second = await makeShow(db, venue)
    const settled = await settle(second.id)
    expect(settled.map(({ showId, startsLocal }) => [showId, startsLocal])).toEqual([
      [first.id, '14:00'],
      [second.id, '19:30'],
    ])
    expect(await stored(first.id)).toMatchObject({ starts_local: '14:00', time_source: 'admin' })

    // The one that is left starts when it was to start.
    await update(second.id, { cancelled_at: new Date() })
    await settle(first.id)
    expect((await stored(first.id)).starts_local).toBe('14:00')
    await update(second.id, { cancelled_at: null })
    await update(first.id, { cancelled_at: new Date() })
    await settle(second.id)
    expect((await stored(second.id)).starts_local).toBe('19:30')
  })
})
