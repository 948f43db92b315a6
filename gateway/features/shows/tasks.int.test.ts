import { listAuditEntries } from '@called-it/tests/support/audit-entries'
import { emptyTables } from '@called-it/tests/support/empty-tables'
import { makeAdmin } from '@called-it/tests/support/factories/accounts'
import { makeShow } from '@called-it/tests/support/factories/catalogue'
import { gatewayOfFile } from '@called-it/tests/support/gateway/start-gateway'
import { beforeEach, describe, expect, test } from 'vitest'

const gateway = await gatewayOfFile()
const { db } = gateway.postgres
const as = await gateway.loginAs(await makeAdmin(db))
beforeEach(() => emptyTables(db, 'shows', 'venue_times', 'audit_log'))

const UNKNOWN = { time_source: 'unknown', city: null, state: null, country: 'Atlantis' } as const
const atlantis = { city: null, state: null, country: 'Atlantis' }
const future = { showdate: '2035-07-04', locks_at: '2035-07-04T23:30:00Z' }

async function listTasks() {
  const { tasks } = await gateway.request('listShowTasks', {}, { as })
  return tasks.map(({ shows, ...task }) => ({ ...task, shows: shows.map(({ id }) => id) }))
}

const choose = async (json: object) => (await gateway.request('chooseVenueTimes', {}, { as, json })).shows

describe('list of show tasks', () => {
  test('contains the shows of a venue without a zone once, until one is chosen', async () => {
    const venue = 'Hall of Waves'
    const first = await makeShow(db, { ...UNKNOWN, ...future, venue, showdate: '2035-07-03' })
    const second = await makeShow(db, { ...UNKNOWN, ...future, venue: 'HALL of Waves ' })
    for (const settled of [
      { ...future, time_source: 'admin' as const, set_locks_at: future.locks_at },
      { ...future, cancelled_at: new Date() },
      { ...future, vanished_at: new Date() },
      { daysFromToday: -3 },
    ]) {
      await makeShow(db, { ...UNKNOWN, venue, ...settled })
    }
    expect(await listTasks()).toEqual([
      { kind: 'unknown-zone', venue, ...atlantis, location: 'Atlantis', shows: [first.id, second.id] },
    ])
    const chosen = await choose({ venue: ' hall of waves', ...atlantis, time_zone: 'Pacific/Auckland' })
    expect(chosen.find(({ id }) => id === second.id)).toMatchObject({
      time_zone: 'Pacific/Auckland',
      locks_at: '2035-07-04T07:30:00.000Z',
      version: 1,
    })
    expect(await listTasks()).toEqual([])
    expect(await listAuditEntries(db, { action: 'venue:times-chosen' })).toMatchObject([
      { details: { venue: 'hall of waves', ...atlantis, timeZone: 'Pacific/Auckland' } },
    ])
  })

  test('contains a zone to check, until it is confirmed', async () => {
    const given = { city: 'Portal', state: 'ND', venue: 'Border Hall', ...future }
    const zone = { time_zone: 'America/Chicago', zone_needs_check: true }
    const { id } = await makeShow(db, { ...given, ...zone })
    const place = { venue: 'Border Hall', city: 'Portal', state: 'ND', country: 'USA' }
    expect(await listTasks()).toEqual([
      {
        kind: 'please-check',
        ...place,
        location: 'Portal, ND, USA',
        time_zone: 'America/Chicago',
        shows: [id],
      },
    ])
    const shows = await choose({ ...place, time_zone: 'America/Chicago' })
    expect(shows).toMatchObject([{ id, time_zone: 'America/Chicago' }])
    expect(await listTasks()).toEqual([])
  })

  test('contains a closed show until its zone is chosen, and keeps its lock', async () => {
    const locks_at = new Date(Date.now() - 1000)
    const { id, venue } = await makeShow(db, { ...UNKNOWN, daysFromToday: 1, locks_at })
    expect(await listTasks()).toMatchObject([{ kind: 'unknown-zone', shows: [id] }])
    expect(await choose({ venue, ...atlantis, time_zone: 'Asia/Tokyo' })).toMatchObject([
      { id, time_zone: 'Asia/Tokyo', locks_at: locks_at.toISOString() },
    ])
    expect(await listTasks()).toEqual([])
  })

  test('leaves out other tasks of shows whose lock has passed', async () => {
    const closed = { locks_at: new Date(Date.now() - 1000), venue: 'Border Hall', daysFromToday: 0 }
    await makeShow(db, { ...closed, time_zone: 'America/Chicago', zone_needs_check: true })
    await makeShow(db, closed)
    expect(await listTasks()).toEqual([])
  })

  test('contains two shows on one day, until one has a start', async () => {
    const place = { venue: 'The Mill', city: 'Harborview', state: 'ME', country: 'USA' }
    const [early, late] = [
      await makeShow(db, { ...future, ...place }),
      await makeShow(db, { ...future, venue: 'the mill', city: 'HARBORVIEW' }),
    ]
    await makeShow(db, { ...future, venue: 'The Mill', city: 'Elsewhere' })
    await makeShow(db, { ...future, ...place, state: 'NH' })
    await makeShow(db, { ...future, ...place, cancelled_at: new Date() })
    const times = { timeZone: null, startsLocal: null, locksAt: null, coordinates: null }
    for (const startsLocal of ['15:00', '20:00']) {
      const listed_times = JSON.stringify({ ...times, startsLocal })
      await makeShow(db, { ...future, venue: 'The Barn', listed_times })
    }
    expect(await listTasks()).toEqual([
      { kind: 'two-shows', ...place, location: 'Harborview, ME, USA', shows: [early.id, late.id] },
    ])
    const shows = await choose({ ...place, early_starts_local: '15:00' })
    expect(shows.map(({ id, starts_local }) => [id, starts_local])).toContainEqual([early.id, '15:00'])
    expect(shows.map(({ id, starts_local }) => [id, starts_local])).toContainEqual([late.id, '19:30'])
    expect(await listTasks()).toEqual([])
  })

  test('contains a zone in doubt of each place, until one is chosen there', async () => {
    const places = ['ID', 'TX'].map((state) => ({ venue: 'Club', city: 'Moscow', state, country: 'USA' }))
    for (const place of places) {
      await makeShow(db, { ...future, ...place, time_zone: 'America/Boise', zone_needs_check: true })
      const [venue, city, state, country] = ['club', 'moscow', place.state.toLowerCase(), 'usa']
      const values = { venue, city, state, country, zone_in_doubt: true }
      await db.insertInto('venue_times').values(values).execute()
    }
    expect(await listTasks()).toMatchObject(places.map((place) => ({ kind: 'please-check', ...place })))
    expect(await choose({ ...places[0], time_zone: 'America/Los_Angeles' })).toMatchObject([{ state: 'ID' }])
    expect(await listTasks()).toMatchObject([{ kind: 'please-check', ...places[1] }])
  })

  test('leaves shows alone whose lock has passed', async () => {
    const place = { venue: 'The Mill', city: 'Harborview', state: 'ME', country: 'USA' }
    const show = await makeShow(db, { ...place, locks_at: new Date(Date.now() - 1000) })
    expect(await choose({ ...place, time_zone: 'Asia/Tokyo' })).toEqual([])
    const { json } = await gateway.send('GET', `/api/shows/${show.id}`)
    expect(json).toMatchObject({ locks_at: show.locks_at?.toISOString(), version: 0 })
  })
})
