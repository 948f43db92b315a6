import {
  moveStandings,
  rebuildStandings,
  verifyStandings,
} from '@called-it/infra/postgres/queries/standings/standings-moves'
import { holdLock } from '@called-it/infra/postgres/queries/work/advisory-locks'
import { GLOBAL_BOARD } from '@called-it/shared/contract/leaderboards'
import { packPicks } from '@called-it/shared/game/bulk/packed-picks'
import { scorePrediction } from '@called-it/shared/game/scoring'
import type { ActualSetlist, Picks } from '@called-it/shared/game/setlist'
import { endsWithCase } from '@called-it/tests/support/ends-with-case'
import { makeUser } from '@called-it/tests/support/factories/accounts'
import { makeSetlist, makeShow, makeSongs, makeTour } from '@called-it/tests/support/factories/catalogue'
import { type GivenScore, makePrediction, makeScores } from '@called-it/tests/support/factories/scores'
import { benchOfFile } from '@called-it/tests/support/workers/run-bench'
import fc from 'fast-check'
import { expect, test } from 'vitest'

const SONGS = 8
const FANS = 6
const SHOWS = 5

const bench = await benchOfFile()
const songIds = (await makeSongs(bench.db, SONGS)).map(({ id }) => id)
const userIds: number[] = []
for (let fan = 0; fan < FANS; fan += 1) userIds.push((await makeUser(bench.db)).id)

type Step =
  | { does: 'correct'; show: number; setlist: number[] }
  | { does: 'pick'; show: number; fan: number; picks: number[] }
  | { does: 'score'; show: number }
  | { does: 'reset'; show: number }
  | { does: 'reset all' }

const show = fc.nat({ max: SHOWS - 1 })
const songs = fc.array(fc.nat({ max: SONGS - 1 }), { minLength: 1, maxLength: 6 })
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 3, arbitrary: fc.record({ does: fc.constant('correct'), show, setlist: songs }) },
  {
    weight: 2,
    arbitrary: fc.record({ does: fc.constant('pick'), show, fan: fc.nat({ max: FANS - 1 }), picks: songs }),
  },
  { weight: 6, arbitrary: fc.record({ does: fc.constant('score'), show }) },
  { weight: 2, arbitrary: fc.record({ does: fc.constant('reset'), show }) },
  { weight: 1, arbitrary: fc.record({ does: fc.constant('reset all') }) },
)

const idAt = (ids: readonly number[], index: number) => ids[index] ?? expect.fail('no such id')
const songsAt = (indexes: readonly number[]) => indexes.map((index) => idAt(songIds, index))

/** A model of the game by the pure scoring function. */
type Played = {
  id: number
  tourId: number | null
  setlist: ActualSetlist
  picks: Map<number, Picks>
  scores: Map<number, number> | null
}

async function startGame(): Promise<Played[]> {
  await bench.run('reset-scores', { showId: null })
  const tours = [await makeTour(bench.db), await makeTour(bench.db)]
  const tourIds = [
    tours[0]?.id ?? null,
    tours[0]?.id ?? null,
    tours[1]?.id ?? null,
    tours[1]?.id ?? null,
    null,
  ]
  const shows: Played[] = []
  for (const [index, tourId] of tourIds.entries()) {
    const { id } = await makeShow(bench.db, { tour_id: tourId })
    const game = { id, tourId, setlist: emptySets, picks: new Map<number, Picks>(), scores: null }
    shows.push(game)
    for (const [fan, userId] of userIds.entries()) {
      if ((fan + index) % 3 === 0) continue
      await pick(game, userId, [fan, (fan + index) % SONGS])
    }
    await correct(game, [index, index + 1])
  }
  return shows
}

const emptySets: ActualSetlist = { set1: [], set2: [], encore: [], further: [] }

async function correct(game: Played, setlist: readonly number[]): Promise<void> {
  game.setlist = { ...emptySets, set1: songsAt(setlist) }
  await makeSetlist(bench.db, game.id, game.setlist)
}

async function pick(game: Played, userId: number, picks: readonly number[]): Promise<void> {
  const chosen = { set1: songsAt(picks), set2: [], encore: [] }
  if (game.picks.has(userId)) {
    await bench.db
      .updateTable('predictions')
      .set({ picks: Buffer.from(packPicks(chosen)) })
      .where('show_id', '=', game.id)
      .where('user_id', '=', userId)
      .execute()
  } else {
    await makePrediction(bench.db, { showId: game.id, userId, picks: chosen })
  }
  game.picks.set(userId, chosen)
}

async function take(shows: readonly Played[], step: Step): Promise<void> {
  if (step.does === 'reset all') {
    await bench.run('reset-scores', { showId: null })
    for (const game of shows) game.scores = null
    return
  }
  const game = shows[step.show] ?? expect.fail('no such show')
  if (step.does === 'correct') await correct(game, step.setlist)
  // Picks of a scored show are closed.
  if (step.does === 'pick' && !game.scores) await pick(game, idAt(userIds, step.fan), step.picks)
  if (step.does === 'reset') {
    await bench.run('reset-scores', { showId: game.id })
    game.scores = null
  }
  if (step.does === 'score') {
    await bench.run('score-show', { showId: game.id, fetchSetlist: false })
    const scored = [...game.picks].map(
      ([userId, picks]) => [userId, scorePrediction(picks, game.setlist).total] as const,
    )
    game.scores = new Map(scored)
  }
}

function expectedStandings(shows: readonly Played[]) {
  const boards = [GLOBAL_BOARD, ...new Set(shows.flatMap(({ tourId }) => tourId ?? []))]
  return boards.flatMap((board) =>
    userIds.flatMap((userId) => {
      const totals = shows
        .filter(({ tourId }) => board === GLOBAL_BOARD || tourId === board)
        .flatMap(({ scores }) => scores?.get(userId) ?? [])
      if (totals.length === 0) return []
      const total = totals.reduce((sum, score) => sum + score, 0)
      return [{ board, user_id: userId, total, shows: totals.length, best: Math.max(...totals) }]
    }),
  )
}

const changeAtRandom = endsWithCase(async (signal) => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 12 }), async (steps) => {
      signal.throwIfAborted()
      const shows = await startGame()
      for (const next of steps) await take(shows, next)
      const standings = await bench.db
        .selectFrom('standings')
        .selectAll()
        .orderBy('board')
        .orderBy('user_id')
        .execute()
      expect(standings).toEqual(expectedStandings(shows))
      expect(await verifyStandings(bench.db)).toEqual([])
    }),
    { numRuns: 8 },
  )
})

test('equals a fresh count after any sequence of changes', { timeout: 240_000 }, changeAtRandom)

/** A tour with one scored show; returns what moves the standings to the next scores of a second one. */
async function startMoves(scoresBefore: readonly GivenScore[]) {
  const { db } = bench
  await bench.run('reset-scores', { showId: null })
  const tour = await makeTour(db)
  const [before, show] = [await makeShow(db, { tour_id: tour.id }), await makeShow(db, { tour_id: tour.id })]
  for (const { id } of [before, show]) await makeSetlist(db, id, { ...emptySets, set1: songsAt([0]) })
  await makeScores(db, before, scoresBefore)
  await db.transaction().execute((trx) => rebuildStandings(trx))
  let from: number | null = null
  return async (scores: readonly GivenScore[], options?: Parameters<typeof moveStandings>[3]) => {
    const { scoreSetId: to } = await makeScores(db, show, scores)
    await db.transaction().execute(async (trx) => {
      const pointAt = (scoreSetId: number | null) =>
        trx.updateTable('shows').set({ score_set_id: scoreSetId }).where('id', '=', show.id).execute()
      // As during a run: the show still has the previous score set.
      await pointAt(from)
      await moveStandings(trx, [GLOBAL_BOARD, tour.id], { showId: show.id, from, to }, options)
      await pointAt(to)
    })
    expect(await verifyStandings(db)).toEqual([])
    from = to
  }
}

test('moves all players in batches of any size and publishes each batch', async () => {
  const scoresOf = (points: (number | null)[]) =>
    points.flatMap((total, fan) => (total === null ? [] : [{ user_id: idAt(userIds, fan), total }]))
  const move = await startMoves(scoresOf([1, 9, null, null, 2, 5]))
  for (const points of [
    [4, null, 6, 7, null, 8],
    [3, 9, null, 7, 2, 8],
    [null, null, null, null, null, 1],
    [5, 5, 5, 5, 5, 5],
  ]) {
    const reported: number[] = []
    await move(scoresOf(points), { playersAtOnce: 2, onMoved: (players) => reported.push(players) })
    const parts = Math.floor(scoresOf(points).length / 2)
    expect(reported).toEqual(Array.from({ length: parts }, (_, part) => 2 * (part + 1)))
  }
})

test('moves few players of a large board like many', async () => {
  const crowd = Array.from({ length: 40 }, (_, place) => 1_000_000 + place)
  const move = await startMoves(crowd.map((user_id, place) => ({ user_id, total: place })))
  for (const scores of [
    [{ user_id: idAt(crowd, 7), total: 50 }],
    [
      { user_id: idAt(crowd, 7), total: 3 },
      { user_id: 2_000_000, total: 8 },
    ],
    [{ user_id: idAt(crowd, 9), total: 1 }],
  ]) {
    await move(scores)
  }
})

test('finds a planted difference on either side and repairs it', async () => {
  const shows = await startGame()
  for (const index of shows.keys()) await take(shows, { does: 'score', show: index })
  const { db } = bench
  const [altered, removed] = [idAt(userIds, 0), idAt(userIds, 1)]
  const expected = expectedStandings(shows).filter(({ board }) => board === GLOBAL_BOARD)
  const before = expected.find(({ user_id }) => user_id === altered) ?? expect.fail('not on the board')
  await db
    .updateTable('standings')
    .set({ total: before.total + 1 })
    .where('board', '=', GLOBAL_BOARD)
    .where('user_id', '=', altered)
    .execute()
  await db.deleteFrom('standings').where('board', '=', GLOBAL_BOARD).where('user_id', '=', removed).execute()
  await db
    .insertInto('standings')
    .values({ board: GLOBAL_BOARD, user_id: 999_999, total: 1, shows: 1, best: 1 })
    .execute()
  await db.insertInto('standings_histogram').values({ board: GLOBAL_BOARD, total: 777, players: 3 }).execute()

  const { total, shows: count, best } = before
  expect(await verifyStandings(db)).toEqual([
    {
      table: 'standings',
      board: 0,
      userId: altered,
      kept: { total: total + 1, shows: count, best },
      counted: { total, shows: count, best },
    },
    { table: 'standings', board: 0, userId: removed, kept: null, counted: expect.any(Object) },
    { table: 'standings', board: 0, userId: 999_999, kept: { total: 1, shows: 1, best: 1 }, counted: null },
    { table: 'standings_histogram', board: 0, total: 777, kept: 3, counted: null },
  ])

  await db.transaction().execute(async (trx) => {
    await holdLock(trx, 'standings')
    await rebuildStandings(trx, [GLOBAL_BOARD])
  })
  expect(await verifyStandings(db)).toEqual([])
})
