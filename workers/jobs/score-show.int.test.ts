import {
  makePrediction,
  makeSetlist,
  makeShow,
  makeSongs,
  makeTour,
  makeUser,
} from '@called-it/infra/postgres/factories'
import { verifyStandings } from '@called-it/infra/postgres/queries/standings-count'
import { SetlistSourceError } from '@called-it/infra/setlist-sources/source'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { setlistAtSource } from '../testing/made-up-source.ts'
import { createRunBench, type RunBench } from '../testing/run-bench.ts'

let bench: RunBench
let songs: Awaited<ReturnType<typeof makeSongs>>
beforeAll(async () => {
  bench = await createRunBench()
  songs = await makeSongs(bench.db, 30)
})
afterAll(() => bench.drop())

const songId = (index: number) => songs[index]?.id ?? expect.fail('no such song')
const ids = (...indexes: number[]) => indexes.map(songId)

async function scoresOf(showId: number) {
  return bench.db
    .selectFrom('shows')
    .innerJoin('scores', 'scores.score_set_id', 'shows.score_set_id')
    .select([
      'user_id',
      'total',
      'correct_special',
      'correct_song',
      'song_in_set',
      'song_in_show',
      'encore_in_set',
    ])
    .where('shows.id', '=', showId)
    .orderBy('user_id')
    .execute()
}

const showRow = (showId: number) =>
  bench.db.selectFrom('shows').selectAll().where('id', '=', showId).executeTakeFirstOrThrow()

test('scores every prediction, moves both boards and tells who follows', async () => {
  const tour = await makeTour(bench.db)
  const show = await makeShow(bench.db, { tour_id: tour.id })
  const [first, second] = [await makeUser(bench.db), await makeUser(bench.db)]
  await makeSetlist(bench.db, show.id, { set1: ids(0, 1, 2), set2: ids(3, 4), encore: ids(5) })
  await makePrediction(bench.db, { showId: show.id, userId: first.id, picks: { set1: ids(0, 1, 3) } })
  await makePrediction(bench.db, { showId: show.id, userId: second.id, picks: { encore: ids(9) } })

  const run = await bench.run('score-show', { showId: show.id, fetchSetlist: false })

  expect(run).toMatchObject({ state: 'done', result: { processed: 2, errors: 0 } })
  expect(await scoresOf(show.id)).toEqual([
    {
      user_id: first.id,
      total: 28,
      correct_special: 1,
      correct_song: 1,
      song_in_set: 0,
      song_in_show: 1,
      encore_in_set: 0,
    },
    {
      user_id: second.id,
      total: 0,
      correct_special: 0,
      correct_song: 0,
      song_in_set: 0,
      song_in_show: 0,
      encore_in_set: 0,
    },
  ])
  expect(await verifyStandings(bench.db)).toEqual([])
  const standings = await bench.db
    .selectFrom('standings')
    .selectAll()
    .where('board', '=', tour.id)
    .orderBy('total', 'desc')
    .execute()
  expect(standings).toEqual([
    { board: tour.id, user_id: first.id, total: 28, shows: 1, best: 28 },
    { board: tour.id, user_id: second.id, total: 0, shows: 1, best: 0 },
  ])
  expect(await showRow(show.id)).toMatchObject({ is_scored: true, picks_closed: true, closed_by_run: null })
  expect(bench.published).toEqual(
    expect.arrayContaining(['runs', `show:${show.id}`, 'board:0', `board:${tour.id}`]),
  )
})

test('a show without a setlist ends the run, and its picks stay open', async () => {
  const show = await makeShow(bench.db)
  const run = await bench.run('score-show', { showId: show.id, fetchSetlist: true })
  expect(run).toMatchObject({
    state: 'failed',
    error: { code: 'setlist_not_found', message: 'Setlist not found for this show' },
  })
  expect(await showRow(show.id)).toMatchObject({ is_scored: false, picks_closed: false })
})
