import { SetlistSourceError } from '@called-it/infra/setlist-sources/source'
import { POINTS } from '@called-it/shared/game/points'
import { type GivenNight, makeBand, makeNight } from '@called-it/tests/support/factories/night'
import { setlistAtSource } from '@called-it/tests/support/workers/fake-source'
import { benchOfFile } from '@called-it/tests/support/workers/run-bench'
import { expect, test } from 'vitest'

const bench = await benchOfFile()
const SONGS = 20
const { song, ids } = await makeBand(bench.db, SONGS)

/** Two users open with the most played song, one picks nothing that is ever played. */
const predictedShow = (setlist?: GivenNight['setlist'], daysFromToday = -3) =>
  makeNight(bench.db, {
    ...(setlist && { setlist }),
    show: { daysFromToday },
    cards: [0, 0, 19].map((place) => ({ set1: ids(place) })),
  })

const trial = (showId: number, fetchSetlist: boolean) =>
  bench.run('test-score-show', { showId, fetchSetlist })

const FIRST_PLAY = { source_id: 'first-play', slug: 'first-play', name: 'First Play' }

async function expectUntouched(showId: number, revisions: number): Promise<void> {
  const { db } = bench
  expect(await bench.getShow(showId)).toMatchObject({ is_scored: false, picks_closed: false })
  expect(await db.selectFrom('scores').selectAll().execute()).toEqual([])
  const stored = await db.selectFrom('setlist_revisions').where('show_id', '=', showId).selectAll().execute()
  expect(stored).toHaveLength(revisions)
  expect(await db.selectFrom('songs').select('id').execute()).toHaveLength(SONGS)
}

test('scores with the source’s setlist and stores nothing', async () => {
  const show = await predictedShow()
  bench.source.setlists.set(show.source_id, setlistAtSource(show, { 1: [song(5), song(0), FIRST_PLAY] }))
  expect(await trial(show.id, true)).toMatchObject({
    state: 'done',
    result: {
      scoredPredictions: 3,
      sample: false,
      distribution: [
        { total: 0, predictions: 1 },
        { total: POINTS.songInSet, predictions: 2 },
      ],
    },
  })
  await expectUntouched(show.id, 0)
})

test('returns only the number of predictions before the lock', async () => {
  const show = await predictedShow({ set1: ids(0) }, 3)
  expect(await trial(show.id, false)).toMatchObject({
    state: 'done',
    result: { scoredPredictions: 3, distribution: [] },
  })
})

test('uses the show’s own setlist when the source has none or is not requested', async () => {
  const show = await predictedShow({ set2: ids(0) })
  const distribution = [{ total: 0 }, { total: POINTS.songInShow, predictions: 2 }]
  const own = { result: { sample: false, distribution } }
  expect(await trial(show.id, true)).toMatchObject(own)
  bench.source.setlists.set(show.source_id, setlistAtSource(show, { 1: [song(0)] }))
  expect(await trial(show.id, false)).toMatchObject(own)
  await expectUntouched(show.id, 1)
})

test('uses the sample when there is no setlist', async () => {
  const show = await predictedShow()
  bench.source.setlists.set(show.source_id, new SetlistSourceError('unreachable', 'The site is away.'))
  expect(await trial(show.id, true)).toMatchObject({
    state: 'done',
    result: {
      scoredPredictions: 3,
      sample: true,
      distribution: [
        { total: 0, predictions: 1 },
        { total: POINTS.correctSpecial, predictions: 2 },
      ],
    },
  })
  await expectUntouched(show.id, 0)
})
