import { findTourHistory } from '@called-it/infra/postgres/queries/standings/tour-histories'
import { unpackHistogram } from '@called-it/shared/game/live/histogram'
import { POINTS } from '@called-it/shared/game/points'
import { rankByTotal } from '@called-it/shared/game/standings'
import { endsWithCase } from '@called-it/tests/support/ends-with-case'
import { changeSong, makeSetlist, makeShow, makeTour } from '@called-it/tests/support/factories/catalogue'
import { makePrediction } from '@called-it/tests/support/factories/scores'
import { MANY_CASES_TIMEOUT } from '@called-it/tests/support/game-factories'
import { type Fan, makeFan } from '@called-it/tests/support/gateway/make-fans'
import { gameOfFile } from '@called-it/tests/support/gateway/start-game'
import { refusal } from '@called-it/tests/support/gateway/start-gateway'
import { createRunBench } from '@called-it/tests/support/workers/run-bench'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'

const { correctSpecial: SPECIAL } = POINTS

const game = await gameOfFile()

const FANS = 6

const bench = await createRunBench(game.gateway.postgres)
const fans: Fan[] = []
while (fans.length < FANS) fans.push(await makeFan(game.gateway))

const fanAt = (index: number) => fans[index] ?? expect.fail('no such fan')
const build = (tourId: number) => bench.run('build-tour-history', { tourId })
const songsAt = (places: readonly number[]) => places.map((place) => game.song(place))

const readHistory = (tourId: number, { as }: Fan) => game.gateway.request('getHistory', { tourId }, { as })

type Played = { daysAgo: number; setlist: readonly number[]; picks: readonly (readonly number[] | null)[] }

/** @returns the id of the show, with the scores of all fans */
async function playShow(tourId: number, { daysAgo, setlist, picks }: Played): Promise<number> {
  const { id } = await makeShow(bench.db, { tour_id: tourId, daysFromToday: -daysAgo })
  for (const [index, songs] of picks.entries()) {
    if (!songs) continue
    await makePrediction(bench.db, { showId: id, userId: fanAt(index).id, picks: { set1: songsAt(songs) } })
  }
  await scoreAs(id, setlist)
  return id
}

async function scoreAs(showId: number, setlist: readonly number[]): Promise<void> {
  await makeSetlist(bench.db, showId, { set1: songsAt(setlist) })
  await bench.run('score-show', { showId, fetchSetlist: false })
}

/** Only the scores that count now. */
async function readScores(tourId: number) {
  return bench.db
    .selectFrom('shows')
    .innerJoin('scores', 'scores.score_set_id', 'shows.score_set_id')
    .select(['shows.id as showId', 'scores.user_id as userId', 'scores.total'])
    .where('shows.tour_id', '=', tourId)
    .execute()
}

/** Rank and number of players among the sums of scores. */
function placeAmong(scores: readonly { userId: number; total: number }[], userId: number) {
  const sums = new Map<number, number>()
  for (const one of scores) sums.set(one.userId, (sums.get(one.userId) ?? 0) + one.total)
  const own = sums.get(userId) ?? expect.fail('no score')
  return { rank: 1 + [...sums.values()].filter((sum) => sum > own).length, players: sums.size }
}

async function expectRight(tourId: number): Promise<void> {
  const scores = await readScores(tourId)
  const shows = await bench.db
    .selectFrom('shows')
    .select('id')
    .where('tour_id', '=', tourId)
    .orderBy('showdate')
    .orderBy('id')
    .execute()
  const order = shows.map(({ id }) => id)
  for (const fan of fans) {
    const own = scores.filter(({ userId }) => userId === fan.id)
    const { cards, is_computing } = await readHistory(tourId, fan)
    expect(is_computing).toBe(false)
    expect(cards.map(({ show }) => show.id)).toEqual(
      order.filter((id) => own.some((one) => one.showId === id)),
    )
    for (const { show, total, place, tour } of cards) {
      const ofShow = scores.filter(({ showId }) => showId === show.id)
      const soFar = order.slice(0, order.indexOf(show.id) + 1)
      expect(total).toBe(own.find(({ showId }) => showId === show.id)?.total)
      expect(place).toEqual(placeAmong(ofShow, fan.id))
      const earlier = scores.filter(({ showId }) => soFar.includes(showId))
      expect(tour).toEqual(placeAmong(earlier, fan.id))
    }
  }
  const { leaderboard } = await game.gateway.request('getTourLeaderboard', { tourId })
  const last = (await findTourHistory(bench.db, tourId))?.steps.at(-1)
  expect(last?.players).toBe(leaderboard.length)
  const rankOf = rankByTotal(unpackHistogram(last?.histogram ?? ''))
  for (const { rank, totalScore } of leaderboard) expect(rankOf(totalScore)).toBe(rank)
}

const songs = fc.array(fc.nat({ max: 7 }), { minLength: 1, maxLength: 6 })
const played = fc.record({
  daysAgo: fc.integer({ min: 2, max: 5 }),
  setlist: songs,
  picks: fc.array(fc.option(songs, { freq: 2 }), { minLength: FANS, maxLength: FANS }),
})

describe('history of a tour', () => {
  const comparePlaces = endsWithCase(async (signal) => {
    const tours = fc.record({ shows: fc.array(played, { minLength: 1, maxLength: 5 }), corrected: played })
    await fc.assert(
      fc.asyncProperty(tours, async ({ shows, corrected }) => {
        signal.throwIfAborted()
        const tour = await makeTour(bench.db)
        const ids: number[] = []
        for (const show of shows) ids.push(await playShow(tour.id, show))
        await build(tour.id)
        await expectRight(tour.id)
        await scoreAs(ids[0] ?? 0, corrected.setlist)
        await build(tour.id)
        await expectRight(tour.id)
      }),
      { numRuns: 6 },
    )
  })

  const limit = { timeout: MANY_CASES_TIMEOUT }
  test('has the places on the boards of the show and of the tour so far', limit, comparePlaces)

  test('has no ranks after a corrected show until they are computed again', async () => {
    const tour = await makeTour(bench.db)
    const picks = [[0], [1]]
    const ids: number[] = []
    for (const daysAgo of [4, 3, 2]) ids.push(await playShow(tour.id, { daysAgo, setlist: [0], picks }))
    await build(tour.id)
    await scoreAs(ids[1] ?? 0, [1])

    const first = { rank: 1, players: 2 }
    for (const _ of [1, 2]) {
      const { cards, is_computing } = await readHistory(tour.id, fanAt(0))
      expect(is_computing).toBe(true)
      expect(cards).toMatchObject([
        { total: SPECIAL, place: first, tour: first },
        { total: 0, place: null, tour: null, best: [] },
        { total: SPECIAL, place: null, tour: null, best: [] },
      ])
    }
    const runs = await bench.db
      .selectFrom('runs')
      .select('state')
      .where('subject', '=', `tour-history:${tour.id}`)
      .orderBy('id')
      .execute()
    expect(runs).toEqual([{ state: 'done' }, { state: 'queued' }])
  })

  test('has the hits with the most points, of equal ones those that fewest had', async () => {
    const tour = await makeTour(bench.db)
    const renamed = game.song(19)
    await changeSong(bench.db, renamed, { merged_into: game.song(4) })
    // In their places: the opener, and three others, which one, two and three have.
    await playShow(tour.id, {
      daysAgo: 2,
      setlist: [0, 1, 2, 19, 5],
      picks: [
        [0, 1, 2, 4],
        [1, 1, 3, 3],
        [9, 4, 1],
      ],
    })
    await build(tour.id)

    const { cards } = await readHistory(tour.id, fanAt(0))
    expect(cards[0]?.best).toEqual([
      { song: game.slot(0), points: SPECIAL, players: 1 },
      { song: game.slot(2), points: 10, players: 1 },
      { song: game.slot(4), points: 10, players: 2 },
    ])
    await changeSong(bench.db, renamed, { merged_into: null })
  })

  test('has the cards after their locks, those of cancelled shows too', async () => {
    const tour = await makeTour(bench.db)
    const make = async (given: Parameters<typeof makeShow>[1]) => {
      const show = await makeShow(bench.db, { tour_id: tour.id, ...given })
      for (const { id } of [fanAt(0), fanAt(1)]) {
        await makePrediction(bench.db, { showId: show.id, userId: id, picks: { set1: [game.song(3)] } })
      }
      return show.id
    }
    const cancelled_at = new Date()
    await make({ daysFromToday: 2 })
    await make({ daysFromToday: 3, cancelled_at })
    const cancelled = await make({ daysFromToday: -2, cancelled_at })
    const locked = await make({ daysFromToday: -3 })

    const { cards, is_computing } = await readHistory(tour.id, fanAt(0))
    const notScored = { total: null, place: null, tour: null, best: [] }
    expect(cards).toMatchObject([
      { show: { id: locked, is_cancelled: false }, ...notScored },
      { show: { id: cancelled, is_cancelled: true }, ...notScored },
    ])
    expect(cards[0]?.picks.set1[0]).toEqual(game.slot(3))
    expect(is_computing).toBe(false)
  })

  test('computes nothing for a fan without cards, and knows no other tour', async () => {
    const tour = await makeTour(bench.db)
    await playShow(tour.id, { daysAgo: 2, setlist: [0], picks: [[0]] })
    expect(await readHistory(tour.id, fanAt(1))).toEqual({ cards: [], is_computing: false })
    const subject = `tour-history:${tour.id}`
    expect(await bench.db.selectFrom('runs').select('id').where('subject', '=', subject).execute()).toEqual(
      [],
    )
    const unknown = await game.gateway.send('GET', '/api/users/current/history/2147483647', {
      as: fanAt(0).as,
    })
    expect(unknown).toMatchObject(refusal(404, 'tour_not_found'))
  })
})
