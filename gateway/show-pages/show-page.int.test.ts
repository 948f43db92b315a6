import { topics } from '@called-it/shared/contract/events'
import { emptyPicks } from '@called-it/shared/game/setlist'
import { makeUser } from '@called-it/tests/support/factories/accounts'
import { changeSong, makeSetlist, makeShow, makeSongs } from '@called-it/tests/support/factories/catalogue'
import { makeChances } from '@called-it/tests/support/factories/chances'
import { makePrediction, makeScores } from '@called-it/tests/support/factories/scores'
import { gatewayOfFile, refusal } from '@called-it/tests/support/gateway/start-gateway'
import { expect, test } from 'vitest'

const gateway = await gatewayOfFile()
const { db } = gateway.postgres
const songs = await makeSongs(db, 8)
const songIds = songs.map(({ id }) => id)
const anHourAgo = () => new Date(Date.now() - 3_600_000)

const readPage = (showId: number) => gateway.request('getShowPage', { showId })

async function makePickedShow(given: Parameters<typeof makeShow>[1]): Promise<number> {
  const show = await makeShow(db, given)
  const picks = { ...emptyPicks(), set1: songIds }
  await makePrediction(db, { showId: show.id, userId: (await makeUser(db)).id, picks })
  return show.id
}

const SECRET = { live: null, crowd: null, system_cards: null, corrections: null, setlist: null }

test('has the likely openers of an open show, the likeliest first, and no picks', async () => {
  const showId = await makePickedShow({})
  const row = {
    reasons: [],
    gap: 4,
    usual_gap: 4,
    last: 0,
    lately: 0,
    recent: 9,
    tour: 0,
    venue: 0,
    usual: null,
  }
  const [retired, second, first, third, fourth, fifth] = songIds
  if (retired === undefined || first === undefined) return expect.unreachable()
  await makeChances(db, {
    showId,
    page: {
      ...{ shows: [], recent_shows: 40, tour_shows: 3, venue_shows: 0 },
      songs: songIds.map((id) => ({ ...row, id, chance: id === first ? 400 : 300 - (id % 100) })),
      suggestions: [[retired, second, first, third, fourth, fifth].filter((id) => id !== undefined)],
    },
  })
  await changeSong(db, retired, { retired_at: new Date() })
  const page = await readPage(showId)
  expect(page).toMatchObject({ phase: 'open', status: { isOpen: true, players: 1 }, ...SECRET, tours: null })
  expect(page.upcoming.map(({ id }) => id)).toContain(showId)
  expect(page.openers?.songs.map(({ id }) => id).sort()).toEqual([second, first, third, fourth].sort())
  expect(page.openers?.songs[0]).toMatchObject({ id: first, chance: 400, name: songs[2]?.name })
  expect(page.openers).toMatchObject({ recent_shows: 40, tour_shows: 3 })
  await changeSong(db, retired, { retired_at: null })
})

test('has the parts of a closed show as their endpoints have them', async () => {
  const showId = await makePickedShow({ daysFromToday: 0, locks_at: anHourAgo() })
  await makeSetlist(db, showId, { set1: songIds.slice(0, 2) }, { open_set: 'set1' })
  const page = await readPage(showId)
  expect(page).toMatchObject({ openers: null, setlist: null, corrections: null, tours: null })
  expect(page.tonight.map(({ id }) => id)).toContain(showId)
  expect(page.live).toEqual(await gateway.request('getLiveShow', { showId }))
  expect(page.crowd).toEqual(await gateway.request('getCrowd', { showId }))
  expect({ cards: page.system_cards }).toEqual(await gateway.request('listSystemCards', { showId }))
  expect(page.status).toEqual(await gateway.request('getShowStatus', { showId }))
  expect(page.show).toEqual(await gateway.request('getShow', { showId }))
})

test('has setlist, corrections and tours of a scored show', async () => {
  const showId = await makePickedShow({ daysFromToday: -3 })
  await makeSetlist(db, showId, { set1: songIds.slice(0, 2) })
  await makeScores(db, { id: showId }, [])
  const page = await readPage(showId)
  expect(page).toMatchObject({ phase: 'final', show: { is_scored: true } })
  expect(page.setlist).toEqual(await gateway.request('getSetlist', { showId }))
  expect({ corrections: page.corrections }).toEqual(await gateway.request('listCorrections', { showId }))
  expect({ tours: page.tours }).toEqual(await gateway.request('listTours'))
})

test('keeps the picks of a cancelled show and of one that a run holds', async () => {
  const cancelled = await makePickedShow({ locks_at: anHourAgo(), cancelled_at: new Date() })
  expect(await readPage(cancelled)).toMatchObject({ phase: 'cancelled', ...SECRET })
  const held = await makePickedShow({ picks_closed: true, closed_by_run: 1 })
  expect(await readPage(held)).toMatchObject({ phase: 'locked', ...SECRET })
})

test('says the clock, the version of the settings and those of its topics', async () => {
  const showId = await makePickedShow({})
  const { now, settings_version, topics: versions } = await readPage(showId)
  expect(Math.abs(Date.parse(now) - Date.now())).toBeLessThan(5_000)
  expect(versions[topics.settings]).toBe(settings_version)
  expect(Object.keys(versions)).toEqual(
    expect.arrayContaining([topics.show(showId), topics.live(showId), 'shows']),
  )
  expect(await gateway.send('GET', '/api/shows/2147483647/page')).toMatchObject(
    refusal(404, 'show_not_found'),
  )
})
