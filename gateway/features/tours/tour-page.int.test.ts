import { emptyTables } from '@called-it/tests/support/empty-tables'
import { changeSong, makeSetlist, makeShow, makeTour } from '@called-it/tests/support/factories/catalogue'
import { makeTourStatistics } from '@called-it/tests/support/factories/seasons'
import { endNextRun } from '@called-it/tests/support/gateway/end-next-run'
import { gameOfFile } from '@called-it/tests/support/gateway/start-game'
import { refusal } from '@called-it/tests/support/gateway/start-gateway'
import { beforeEach, expect, test } from 'vitest'

const game = await gameOfFile()
const { db } = game.gateway.postgres

beforeEach(() => emptyTables(db, 'tours', 'shows'))

const get = (id: number | string) => game.gateway.send('GET', `/api/tours/${id}`)

test('has the shows of a tour with the setlists of those that are past', async () => {
  const { id } = await makeTour(db, { name: 'Spring' })
  const [first, next] = [
    await makeShow(db, { tour_id: id, daysFromToday: -9, venue: 'The Pier' }),
    await makeShow(db, { tour_id: id, daysFromToday: 9 }),
  ]
  const [opener, closer, merged] = [game.song(0), game.song(1), game.song(2)]
  await makeSetlist(db, first.id, {
    set1: [opener, merged, closer],
    further: [{ set: '3', songs: [opener] }],
  })
  await changeSong(db, merged, { merged_into: closer })
  await makeTourStatistics(db, id)
  const page = await game.gateway.request('getTourPage', { tourId: id })
  expect(page).toMatchObject({
    tour: { id, name: 'Spring' },
    is_over: false,
    shows: [
      {
        id: first.id,
        venue: 'The Pier',
        phase: 'ended',
        setlist: [
          { set: 'set1', songs: [opener, closer, closer] },
          { set: '3', songs: [opener] },
        ],
      },
      { id: next.id, phase: 'open', setlist: [] },
    ],
    names: { [opener]: game.nameOf(0), [closer]: game.nameOf(1) },
    statistics: {
      songs: [
        { song: opener, plays: 1 },
        { song: closer, plays: 1 },
      ],
      openers: [{ set: 'set1', song: opener, plays: 1 }],
      closers: [{ set: 'set1', song: closer, plays: 1 }],
      bust_outs: [],
      rests: [],
    },
  })
  await changeSong(db, merged, { merged_into: null })
})

test('shows no song of a show that runs, and no show that vanished', async () => {
  const { id } = await makeTour(db)
  const past = await makeShow(db, { tour_id: id, daysFromToday: -5 })
  await makeSetlist(db, past.id, { set1: [game.song(1)] })
  await makeShow(db, { tour_id: id, vanished_at: new Date() })
  const locks_at = new Date(Date.now() - 60_000)
  const tonight = await makeShow(db, { tour_id: id, daysFromToday: 0, locks_at })
  await makeSetlist(db, tonight.id, { set1: [game.song(0)] }, { open_set: 'set1' })
  await makeTourStatistics(db, id)
  const { shows, names, statistics } = await game.gateway.request('getTourPage', { tourId: id })
  expect(shows).toMatchObject([{ id: past.id }, { id: tonight.id, setlist: [] }])
  expect(names).toEqual({ [game.song(1)]: game.nameOf(1) })
  expect(statistics.songs).toEqual([{ song: game.song(1), plays: 1 }])
})

test('is built by the first request, and again after a correction', async () => {
  const { id } = await makeTour(db)
  const show = await makeShow(db, { tour_id: id, daysFromToday: -3 })
  const build = async () => {
    const requests = Promise.all([get(id), get(id)])
    await endNextRun(game.gateway, 'build-tour', { result: { songs: 1 } })
    return requests
  }
  for (const song of [game.song(0), game.song(1)]) {
    await makeSetlist(db, show.id, { set1: [song] })
    const computing = { status: 202, json: { status: 'computing' } }
    expect(await build()).toMatchObject([computing, computing])
    await makeTourStatistics(db, id)
    expect((await get(id)).json).toMatchObject({ statistics: { songs: [{ song, plays: 1 }] } })
  }
  expect(await get(999_999)).toMatchObject(refusal(404, 'tour_not_found'))
})
