import { getTopicVersion } from '@called-it/infra/postgres/queries/events/topic-versions'
import { verifyStandings } from '@called-it/infra/postgres/queries/standings/standings-moves'
import { topics } from '@called-it/shared/contract/events'
import { POINTS } from '@called-it/shared/game/points'
import { makeUser } from '@called-it/tests/support/factories/accounts'
import { makeShow, makeTour } from '@called-it/tests/support/factories/catalogue'
import { makeBand } from '@called-it/tests/support/factories/night'
import { benchOfFile } from '@called-it/tests/support/workers/run-bench'
import { beforeEach, expect, test } from 'vitest'

const TOTAL = 2 * POINTS.correctSpecial + POINTS.correctSong

const bench = await benchOfFile()
const played = { set1: (await makeBand(bench.db, 3)).ids(0, 1, 2) }
const { id: userId } = await makeUser(bench.db)
beforeEach(async () => {
  await bench.run('reset-scores', { showId: null })
})

const scoredShow = (tour_id: number | null = null) =>
  bench.scoredNight({ show: { tour_id }, setlist: played, cards: [played], userIds: [userId] })

const boards = () =>
  bench.db.selectFrom('standings').select(['board', 'total', 'shows']).orderBy('board').execute()

test('deletes the scores of one show and updates the standings', async () => {
  const tour = await makeTour(bench.db)
  const [first, second] = [await scoredShow(tour.id), await scoredShow(tour.id)]
  const run = await bench.run('reset-scores', { showId: first.id })
  const message = 'The scores of 1 prediction of 1 show were reset.'
  expect(run).toMatchObject({ state: 'done', result: { message, shows: 1, predictions: 1 } })
  expect(await bench.getShow(first.id)).toMatchObject({ is_scored: false, picks_closed: true })
  expect(await bench.getShow(second.id)).toMatchObject({ is_scored: true })
  expect(await boards()).toEqual([
    { board: 0, total: TOTAL, shows: 1 },
    { board: tour.id, total: TOTAL, shows: 1 },
  ])
  expect(await verifyStandings(bench.db)).toEqual([])
})

test('publishes the page of a show that becomes final, and of one that is no longer', async () => {
  const show = await scoredShow()
  const versionOfPage = () => getTopicVersion(bench.db, topics.live(show.id))
  expect(await versionOfPage()).toBe(1)
  await bench.run('reset-scores', { showId: show.id })
  expect(await versionOfPage()).toBe(2)
})

test('deletes the scores of every show', async () => {
  const [first, second] = [await scoredShow((await makeTour(bench.db)).id), await scoredShow()]
  const untouched = await makeShow(bench.db)
  const run = await bench.run('reset-scores', { showId: null })
  expect(run).toMatchObject({
    state: 'done',
    result: { message: 'The scores of 2 predictions of 2 shows were reset.', shows: 2, predictions: 2 },
  })
  for (const { id } of [first, second]) {
    expect(await bench.getShow(id)).toMatchObject({ is_scored: false, picks_closed: true })
  }
  expect(await bench.getShow(untouched.id)).toMatchObject({ picks_closed: false })
  expect(await boards()).toEqual([])
  expect(await verifyStandings(bench.db)).toEqual([])
})

test('keeps the result of the later request, whichever run is executed last', async () => {
  const show = await scoredShow()
  const reset = await bench.enqueue('reset-scores', { showId: show.id })
  const score = await bench.enqueue('score-show', { showId: show.id, fetchSetlist: false })
  const executor = bench.createExecutor()
  await executor.execute('score-show', score, await bench.jobOf(score))
  await executor.execute('reset-scores', reset, await bench.jobOf(reset))
  expect(await bench.getRun(reset)).toMatchObject({ state: 'failed', error: { code: 'superseded' } })
  expect(await bench.getShow(show.id)).toMatchObject({ is_scored: true })
})

test('makes an older run the latest when a request joins it', async () => {
  const show = await scoredShow()
  const score = await bench.enqueue('score-show', { showId: show.id, fetchSetlist: false })
  const reset = await bench.enqueue('reset-scores', { showId: show.id })
  expect(await bench.enqueue('score-show', { showId: show.id, fetchSetlist: false })).toBe(score)
  const executor = bench.createExecutor()
  await executor.execute('score-show', score, await bench.jobOf(score))
  await executor.execute('reset-scores', reset, await bench.jobOf(reset))
  expect(await bench.getShow(show.id)).toMatchObject({ is_scored: true })
})

test('leaves scores that were requested after a reset of everything', async () => {
  const [show, other] = [await scoredShow(), await scoredShow()]
  const reset = await bench.enqueue('reset-scores', { showId: null })
  await bench.score(show.id)
  await bench.createExecutor().execute('reset-scores', reset, await bench.jobOf(reset))
  expect(await bench.getRun(reset)).toMatchObject({ result: { shows: 1, predictions: 1 } })
  expect(await bench.getShow(show.id)).toMatchObject({ is_scored: true })
  expect(await bench.getShow(other.id)).toMatchObject({ is_scored: false })
  expect(await verifyStandings(bench.db)).toEqual([])
})
