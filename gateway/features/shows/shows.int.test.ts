import { findNextMove } from '@called-it/infra/postgres/queries/catalogue/shows'
import { endpoints } from '@called-it/shared/contract/endpoints'
import { emptyTables } from '@called-it/tests/support/empty-tables'
import { makeUser } from '@called-it/tests/support/factories/accounts'
import { makeSetlist, makeShow, makeSong, makeTour } from '@called-it/tests/support/factories/catalogue'
import { makePrediction, makeScoredShow } from '@called-it/tests/support/factories/scores'
import { gatewayOfFile, refusal } from '@called-it/tests/support/gateway/start-gateway'
import { beforeEach, describe, expect, test } from 'vitest'

const gateway = await gatewayOfFile()
const { db } = gateway.postgres

const get = (path: string) => gateway.send('GET', path)
const hour = 3_600_000
const inAnHour = () => new Date(Date.now() + hour)
const anHourAgo = () => new Date(Date.now() - hour)

test('returns a show with its three ids, location, start and lock', async () => {
  const tour = await makeTour(db)
  const show = await makeShow(db, {
    tour_id: tour.id,
    showdate: '2035-07-04',
    venue: 'The Mill',
    state: null,
    time_zone: 'America/New_York',
    starts_local: '19:30',
    starts_at: '2035-07-04T23:30:00Z',
    locks_at: '2035-07-04T23:40:00Z',
  })
  const { status, json } = await get(`/api/shows/${show.id}`)
  expect(status).toBe(200)
  expect(json).toEqual({
    showid: show.id,
    show_id: show.id,
    id: show.id,
    showdate: '2035-07-04',
    date: '2035-07-04',
    venue: 'The Mill',
    city: 'Harborview',
    state: null,
    country: 'USA',
    location: 'Harborview, USA',
    tour_id: tour.id,
    is_scored: false,
    scored_at: null,
    is_open: true,
    is_cancelled: false,
    locks_at: '2035-07-04T23:40:00.000Z',
    closes_at: '2035-07-04T23:40:00.000Z',
    time_zone: 'America/New_York',
    starts_local: '19:30',
    starts_at: '2035-07-04T23:30:00.000Z',
    utc_offset: -240,
    time_source: 'default',
    phase: 'open',
    overlay: 'closed',
    notice: null,
    version: 0,
  })
})

describe('list of shows', () => {
  beforeEach(() => emptyTables(db, 'shows', 'tours'))

  const list = async (which: 'Upcoming' | 'Live' | 'Recent') =>
    (await gateway.request(`list${which}Shows`)).shows.map(({ id }) => id)
  const makeScoredTonight = () => makeScoredShow(db, {}, [], { daysFromToday: 0, locks_at: anHourAgo() })

  test('contains the open shows, the first to close first', async () => {
    const later = await makeShow(db, { daysFromToday: 2, locks_at: new Date(Date.now() + 2 * hour) })
    const sooner = await makeShow(db, { daysFromToday: 20, locks_at: inAnHour() })
    // Rows of the release before have no lock; theirs is that of an unknown zone.
    await makeShow(db, { daysFromToday: 0, locks_at: null })
    const last = await makeShow(db, { daysFromToday: 3, locks_at: null })
    await makeShow(db, { daysFromToday: 2, locks_at: anHourAgo() })
    await makeShow(db, { daysFromToday: 2, picks_closed: true })
    await makeShow(db, { cancelled_at: new Date() })
    await makeShow(db, { excluded: true })
    await makeShow(db, { vanished_at: new Date() })
    await makeScoredShow(db, {}, [], { daysFromToday: 7 })
    expect(await list('Upcoming')).toEqual([sooner.id, later.id, last.id])
  })

  test("contains tonight's shows from their lock, the first that closed first", async () => {
    const now = await makeShow(db, { daysFromToday: 0, locks_at: anHourAgo() })
    const tomorrow = await makeShow(db, { daysFromToday: 1, locks_at: new Date(Date.now() - 2 * hour) })
    await makeSetlist(db, now.id)
    await makeShow(db, { daysFromToday: 0, locks_at: inAnHour() })
    await makeShow(db, { daysFromToday: -2 })
    await makeShow(db, { daysFromToday: 0, locks_at: anHourAgo(), cancelled_at: new Date() })
    await makeShow(db, { daysFromToday: 0, locks_at: anHourAgo(), vanished_at: new Date() })
    await makeScoredTonight()
    expect(await list('Live')).toEqual([tomorrow.id, now.id])
  })

  test('contains the last twelve shows that were played, newest first', async () => {
    expect(await gateway.send('GET', '/api/shows/recent')).toMatchObject({ status: 404 })
    expect(await list('Recent')).toEqual([])
    await makeShow(db, { daysFromToday: -2 })
    const notYet = { tonight: { locks_at: anHourAgo() }, open: { locks_at: inAnHour() } } as const
    for (const given of Object.values(notYet)) {
      await makeSetlist(db, (await makeShow(db, { daysFromToday: 0, ...given })).id)
    }
    const scored = await makeScoredTonight()
    await makeSetlist(db, (await makeShow(db, { daysFromToday: -2, cancelled_at: new Date() })).id)
    const played = [scored.id]
    for (let day = 2; day <= 14; day += 1) {
      const show = await makeShow(db, { daysFromToday: -day })
      await makeSetlist(db, show.id)
      played.push(show.id)
    }
    expect(await list('Recent')).toEqual(played.slice(0, 12))
    expect(await gateway.request('getRecentShow')).toMatchObject({ id: scored.id })
  })

  test('is read again when the next show closes, or a night ends', async () => {
    await makeShow(db, { daysFromToday: -2 })
    expect(await findNextMove(db)).toBeNull()
    const { showdate } = await makeShow(db, { daysFromToday: 0, locks_at: anHourAgo() })
    const noon = new Date(Date.parse(`${showdate}T12:00:00Z`) + 24 * hour)
    expect(await findNextMove(db)).toEqual(noon)
    const locksAt = inAnHour()
    await makeShow(db, { locks_at: locksAt })
    expect(await findNextMove(db)).toEqual(locksAt)
  })

  test('contains tours, newest first, and the shows of a tour by date', async () => {
    const old = await makeTour(db, { start_date: '2019-01-01', end_date: '2019-02-01', description: 'Cold' })
    const recent = await makeTour(db, { start_date: '2024-01-01', end_date: '2024-02-01' })
    const listed = { description: null, final_show: null }
    expect(await gateway.request('listTours')).toEqual({
      tours: [
        { id: recent.id, name: recent.name, start_date: '2024-01-01', end_date: '2024-02-01', ...listed },
        {
          id: old.id,
          name: old.name,
          start_date: '2019-01-01',
          end_date: '2019-02-01',
          ...listed,
          description: 'Cold',
        },
      ],
    })
    const last = await makeShow(db, { tour_id: old.id, showdate: '2019-01-20' })
    const first = await makeShow(db, { tour_id: old.id, showdate: '2019-01-10' })
    await makeShow(db, { tour_id: recent.id })
    const { shows } = await gateway.request('listTourShows', { tourId: old.id })
    expect(shows.map(({ id }) => id)).toEqual([first.id, last.id])
    expect(await gateway.send('GET', '/api/tours/999/shows')).toMatchObject(refusal(404, 'tour_not_found'))
  })
})

test('returns whether a show is scored, open, has a setlist, and how many picked', async () => {
  const open = await makeShow(db)
  const { id: userId } = await makeUser(db)
  await makePrediction(db, { showId: open.id, userId, picks: { set1: [(await makeSong(db)).id] } })
  const picked = { isScored: false, isOpen: true, hasSetlist: false, players: 1 }
  expect((await get(`/api/shows/${open.id}/status`)).json).toEqual(picked)
  const scored = await makeScoredShow(db)
  const settled = { isScored: true, isOpen: false, hasSetlist: true, players: 0 }
  expect((await get(`/api/shows/${scored.id}/status`)).json).toEqual(settled)
})

test('returns a setlist as text and 404 without one', async () => {
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
  expect(await get('/api/setlists/2147483647')).toMatchObject(refusal(404, 'show_not_found'))
})

test("returns the database's time", async () => {
  const { json, headers } = await get('/api/clock')
  const { now } = endpoints.getClock.response.parse(json)
  expect(Math.abs(Date.parse(now) - Date.now())).toBeLessThan(10_000)
  expect(headers.get('cache-control')).toBe('no-cache')
})
