import { makeSetlist, makeShow, makeSongs } from '@called-it/tests/support/factories/catalogue'
import { makeChances } from '@called-it/tests/support/factories/chances'
import { gatewayOfFile, refusal } from '@called-it/tests/support/gateway/start-gateway'
import { expect, test } from 'vitest'
import { readChances } from './show-chances.ts'

const gateway = await gatewayOfFile()
const { db } = gateway.postgres

test('returns the chances of a show as stored, null without any', async () => {
  const { id } = await makeShow(db)
  expect(await gateway.request('getChances', { showId: id })).toEqual({ chances: null })
  const page = {
    shows: [{ id: 7, date: '2020-02-29', venue: 'The Mill', location: 'Orono, ME, USA' }],
    recent_shows: 40,
    tour_shows: 3,
    venue_shows: 1,
    songs: [
      {
        id: 9,
        chance: 340,
        reasons: ['due' as const],
        gap: 4,
        usual_gap: 3,
        last: 0,
        lately: 1,
        recent: 5,
        tour: 0,
        venue: 1,
        usual: { set: 'set1' as const, position: 2 },
      },
    ],
    suggestions: [[9], []],
  }
  await makeChances(db, { showId: id, page })
  const { chances } = await gateway.request('getChances', { showId: id })
  expect(chances).toEqual({
    ...page,
    method: 'model',
    made_at: expect.any(String),
    is_outdated: false,
    is_frozen: false,
  })
  expect(await gateway.send('GET', '/api/shows/987654/chances')).toMatchObject(refusal(404, 'show_not_found'))
})

test('says that a later show than those of the chances has a setlist', async () => {
  const { id } = await makeShow(db)
  const [song] = await makeSongs(db, 1)
  const page = (date: string) => ({
    shows: [{ id: 7, date, venue: 'The Mill', location: 'Orono' }],
    recent_shows: 10,
    tour_shows: 0,
    venue_shows: 0,
    songs: [],
    suggestions: [],
  })
  await makeChances(db, { showId: id, page: page('2020-02-29') })
  const later = await makeShow(db, { daysFromToday: -3 })
  const isOutdated = async () => (await readChances(db, id)).chances?.is_outdated
  expect(await isOutdated()).toBe(false)
  await makeSetlist(db, later.id, { set1: [song?.id ?? 0] })
  expect(await isOutdated()).toBe(true)
  const newer = { page: JSON.stringify(page(later.showdate)) }
  await db.updateTable('show_chances').set(newer).where('show_id', '=', id).execute()
  expect(await isOutdated()).toBe(false)
})
