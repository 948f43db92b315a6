import { endpoints } from '@called-it/shared/contract/endpoints'
import { listAuditEntries } from '@called-it/tests/support/audit-entries'
import {
  makeAdmin,
  makeScores,
  makeSetlist,
  makeShow,
  makeSong,
  makeTour,
} from '@called-it/tests/support/factories'
import { startGateway, type TestGateway } from '@called-it/tests/support/gateway/start-gateway'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'

let gateway: TestGateway

beforeAll(async () => {
  gateway = await startGateway()
})
afterAll(() => gateway.stop())

const get = (path: string) => gateway.send('GET', path)
const hour = 3_600_000
const inAnHour = () => new Date(Date.now() + hour)
const anHourAgo = () => new Date(Date.now() - hour)

test('returns a show with its three ids, location and closing time', async () => {
  const { db } = gateway.postgres
  const tour = await makeTour(db)
  const show = await makeShow(db, { tour_id: tour.id, venue: 'The Mill', state: null })
  const { status, json } = await get(`/api/shows/${show.id}`)
  expect(status).toBe(200)
  expect(json).toEqual({
    showid: show.id,
    show_id: show.id,
    id: show.id,
    showdate: show.showdate,
    date: show.showdate,
    venue: 'The Mill',
    city: 'Harborview',
    state: null,
    country: 'USA',
    location: 'Harborview, USA',
    tour_id: tour.id,
    is_scored: false,
    is_open: true,
    locks_at: null,
    closes_at: new Date(Date.parse(`${show.showdate}T00:00:00Z`) + 24 * hour).toISOString(),
    version: 0,
  })
})

describe('lists', () => {
  let fresh: TestGateway
  beforeEach(async () => {
    fresh = await startGateway()
  })
  afterEach(() => fresh.stop())

  test('contains the open shows, soonest first', async () => {
    const { db } = fresh.postgres
    const later = await makeShow(db, { daysFromToday: 20 })
    const sooner = await makeShow(db, { daysFromToday: 2 })
    const today = await makeShow(db, { daysFromToday: 0 })
    const stillOpen = await makeShow(db, { daysFromToday: -1, locks_at: inAnHour() })
    await makeShow(db, { daysFromToday: 2, locks_at: anHourAgo() })
    await makeShow(db, { daysFromToday: 2, picks_closed: true })
    await makeShow(db, { daysFromToday: -1 })
    const scored = await makeShow(db, { daysFromToday: 0, locks_at: inAnHour() })
    await makeSetlist(db, scored.id)
    await makeScores(db, scored)
    const { json } = await fresh.send('GET', '/api/shows/upcoming')
    const { shows } = endpoints.listUpcomingShows.response.parse(json)
    expect(shows.map(({ id }) => id)).toEqual([stillOpen.id, today.id, sooner.id, later.id])
  })

  test('contains the last twelve shows with a setlist, newest first', async () => {
    const { db } = fresh.postgres
    expect(await fresh.send('GET', '/api/shows/recent')).toMatchObject({ status: 404 })
    expect(await fresh.send('GET', '/api/shows/recent/multiple')).toMatchObject({
      status: 200,
      json: { shows: [] },
    })
    await makeShow(db, { daysFromToday: -1 })
    const played: number[] = []
    for (let day = 2; day <= 14; day += 1) {
      const show = await makeShow(db, { daysFromToday: -day })
      await makeSetlist(db, show.id)
      played.push(show.id)
    }
    const { json } = await fresh.send('GET', '/api/shows/recent/multiple')
    const { shows } = endpoints.listRecentShows.response.parse(json)
    expect(shows.map(({ id }) => id)).toEqual(played.slice(0, 12))
    expect((await fresh.send('GET', '/api/shows/recent')).json).toEqual(shows[0])
  })

  test('contains tours, newest first, and the shows of a tour by date', async () => {
    const { db } = fresh.postgres
    const old = await makeTour(db, { start_date: '2019-01-01', end_date: '2019-02-01', description: 'Cold' })
    const recent = await makeTour(db, { start_date: '2024-01-01', end_date: '2024-02-01' })
    const tours = endpoints.listTours.response.parse((await fresh.send('GET', '/api/tours')).json)
    expect(tours).toEqual({
      tours: [
        {
          id: recent.id,
          name: recent.name,
          start_date: '2024-01-01',
          end_date: '2024-02-01',
          description: null,
        },
        { id: old.id, name: old.name, start_date: '2019-01-01', end_date: '2019-02-01', description: 'Cold' },
      ],
    })
    const last = await makeShow(db, { tour_id: old.id, showdate: '2019-01-20' })
    const first = await makeShow(db, { tour_id: old.id, showdate: '2019-01-10' })
    await makeShow(db, { tour_id: recent.id })
    const response = await fresh.send('GET', `/api/tours/${old.id}/shows`)
    const { shows } = endpoints.listTourShows.response.parse(response.json)
    expect(shows.map(({ id }) => id)).toEqual([first.id, last.id])
    expect(await fresh.send('GET', '/api/tours/999/shows')).toMatchObject({
      status: 404,
      json: { code: 'tour_not_found' },
    })
  })
})

test('returns whether a show is scored, open, and has a setlist', async () => {
  const { db } = gateway.postgres
  const open = await makeShow(db)
  expect((await get(`/api/shows/${open.id}/status`)).json).toEqual({
    isScored: false,
    isOpen: true,
    hasSetlist: false,
  })
  const scored = await makeShow(db)
  await makeSetlist(db, scored.id)
  await makeScores(db, scored)
  expect((await get(`/api/shows/${scored.id}/status`)).json).toEqual({
    isScored: true,
    isOpen: false,
    hasSetlist: true,
  })
})

test('returns a setlist as text and 404 without one', async () => {
  const { db } = gateway.postgres
  const show = await makeShow(db)
  const path = `/api/setlists/${show.id}`
  expect(await get(path)).toMatchObject({
    status: 404,
    json: { code: 'setlist_not_found', message: 'Setlist not found for this show' },
  })
  const song = await makeSong(db)
  const text = 'Set 1: <b>Harbor Teeth</b> > Glass Elk'
  await makeSetlist(db, show.id, { set1: [song.id] }, { text, notes: null })
  expect((await get(path)).json).toEqual({ setlistdata: text, setlistnotes: null })
  expect(await get('/api/setlists/2147483647')).toMatchObject({
    status: 404,
    json: { code: 'show_not_found' },
  })
})

describe('lock of a show', () => {
  let admin: string
  beforeAll(async () => {
    admin = await gateway.loginAs(await makeAdmin(gateway.postgres.db))
  })
  const lock = (showId: number, locksAt: Date | null) =>
    gateway.send('PUT', `/api/admin/shows/${showId}/lock`, {
      as: admin,
      json: { locks_at: locksAt?.toISOString() ?? null },
    })

  test('changes the version and is logged when set and removed', async () => {
    const { db } = gateway.postgres
    const show = await makeShow(db)
    const locksAt = anHourAgo()
    const locked = await lock(show.id, locksAt)
    expect(locked).toMatchObject({
      status: 200,
      json: {
        locks_at: locksAt.toISOString(),
        closes_at: locksAt.toISOString(),
        is_open: false,
        version: 1,
      },
    })
    expect(await lock(show.id, null)).toMatchObject({
      json: { locks_at: null, is_open: true, version: 2 },
    })
    const audit = await listAuditEntries(db, { subject: `show:${show.id}` })
    expect(audit).toMatchObject([
      {
        action: 'show:locked',
        address: '127.0.0.1',
        details: { locksAt: locksAt.toISOString() },
        request_id: locked.headers.get('x-request-id'),
      },
      { action: 'show:locked', details: { locksAt: null } },
    ])
  })

  test('reopens a reset show with a later instant in the future', async () => {
    const show = await makeShow(gateway.postgres.db, {
      daysFromToday: -1,
      locks_at: anHourAgo(),
      picks_closed: true,
    })
    expect(await lock(show.id, new Date(Date.now() - 60_000))).toMatchObject({ json: { is_open: false } })
    expect(await lock(show.id, inAnHour())).toMatchObject({ json: { is_open: true } })
  })

  test.each([
    ['with an earlier instant', { locks_at: new Date(Date.now() + 2 * hour) }],
    ['without an instant', null],
  ])('does not reopen a reset show %s', async (_, given) => {
    const show = await makeShow(gateway.postgres.db, { picks_closed: true, ...given })
    expect(await lock(show.id, given ? inAnHour() : null)).toMatchObject({ json: { is_open: false } })
  })

  test('does not reopen a show that is scored or being scored', async () => {
    const { db } = gateway.postgres
    const scored = await makeShow(db)
    await makeSetlist(db, scored.id)
    await makeScores(db, scored)
    expect(await lock(scored.id, inAnHour())).toMatchObject({ json: { is_scored: true, is_open: false } })
    const inWork = await makeShow(db, { daysFromToday: -1, picks_closed: true, closed_by_run: 1 })
    expect(await lock(inWork.id, inAnHour())).toMatchObject({ json: { is_open: false } })
  })

  test('returns 404 for an unknown show and 422 for an invalid instant', async () => {
    expect(await lock(2_147_483_647, null)).toMatchObject({ status: 404, json: { code: 'show_not_found' } })
    const show = await makeShow(gateway.postgres.db)
    for (const locks_at of ['tomorrow', '0000-01-01T00:00:00+23:59', '9999-12-31T23:59:59-23:59']) {
      const response = await gateway.send('PUT', `/api/admin/shows/${show.id}/lock`, {
        as: admin,
        json: { locks_at },
      })
      expect(response).toMatchObject({ status: 422, json: { issues: [{ path: 'locks_at' }] } })
    }
  })
})
