import { insertPublicEvents } from '@called-it/infra/postgres/queries/reach/public-events'
import { GLOBAL_BOARD } from '@called-it/shared/contract/leaderboards'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeUser } from './support/factories/accounts.ts'
import { makeSetlist, makeShow, makeTour } from './support/factories/catalogue.ts'
import { makeScores, makeStanding } from './support/factories/scores.ts'
import { startGateway, type TestGateway } from './support/gateway/start-gateway.ts'

const PLAYERS = ['Ann', 'Bob', 'Cy']
const DOMAIN = 'addresses.example'

let gateway: TestGateway
/** A tour that is over, whose players lead every table. */
let tourId: number

beforeAll(async () => {
  gateway = await startGateway({ config: { embedOrigins: ['https://band.example'] } })
  const { db } = gateway.postgres
  tourId = (await makeTour(db)).id
  const show = await makeShow(db, { tour_id: tourId, daysFromToday: -3 })
  await makeSetlist(db, show.id)
  const users = await Promise.all(
    PLAYERS.map((displayName) =>
      makeUser(db, { displayName, email: `${displayName.toLowerCase()}@${DOMAIN}`, showsPicks: true }),
    ),
  )
  await makeScores(
    db,
    show,
    users.map(({ id }) => ({ user_id: id, total: 9 })),
  )
  for (const board of [GLOBAL_BOARD, tourId]) {
    for (const { id } of users) {
      await makeStanding(db, { board, user_id: id, total: 9, shows: 1, best: 9 })
    }
  }
  const leaders = users.map(({ displayName }) => ({ rank: 1, name: displayName, points: 9 }))
  const { id, showdate, venue } = show
  await db.transaction().execute((trx) =>
    insertPublicEvents(trx, [
      {
        kind: 'show-final',
        showId: id,
        key: 'final',
        payload: { show: { id, date: showdate, venue, place: '' }, players: users.length, leaders },
      },
    ]),
  )
})
afterAll(() => gateway.stop())

describe('outlet', () => {
  test.each([
    ['the calendar', '/calendar.ics?tour=:tour', 'BEGIN:VEVENT'],
    ['the feed', '/feed.atom', 'Scores are final'],
    ['the embedded board', '/embed/board', 'Ann'],
    ['the embedded board of a tour', '/embed/board?tour=:tour', 'Ann'],
    ['results as JSON', '/api/tours/:tour/results.json', 'Ann'],
    ['results as CSV', '/api/tours/:tour/results.csv', 'Ann'],
    ['the manifest', '/manifest.webmanifest', 'icons'],
    ['a board', '/api/tours/:tour/leaderboard', 'Ann'],
  ])('keeps the addresses of users out of %s', async (_, path, content) => {
    const { status, text, headers } = await gateway.send('GET', path.replace(':tour', String(tourId)))
    expect(status).toBe(200)
    expect(text).toContain(content)
    expect(text + JSON.stringify([...headers])).not.toContain(DOMAIN)
  })
})
