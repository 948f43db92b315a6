import { makeScores, makeSetlist, makeShow, makeSong, makeTour } from '@called-it/infra/postgres/factories'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { startGateway, type TestGateway } from '../../testing/start-gateway.ts'

let gateway: TestGateway

beforeAll(async () => {
  gateway = await startGateway()
})
afterAll(() => gateway.stop())

test('a show comes with its three ids, its place ready to print, and when it closes', async () => {
  const { db } = gateway.postgres
  const tour = await makeTour(db)
  const show = await makeShow(db, { tour_id: tour.id, venue: 'The Mill', state: null })
  const { status, json } = await gateway.send('GET', `/api/shows/${show.id}`)
  expect(status).toBe(200)
  const closesAt = new Date(Date.parse(`${show.showdate}T00:00:00Z`) + 86_400_000).toISOString()
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
    closes_at: closesAt,
    version: 0,
  })
})
