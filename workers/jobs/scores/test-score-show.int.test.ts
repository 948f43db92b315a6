import { SetlistSourceError } from '@called-it/infra/setlist-sources/source'
import { makeUser } from '@called-it/tests/support/factories/accounts'
import { makeSetlist, makeShow, makeSongs } from '@called-it/tests/support/factories/catalogue'
import { makePrediction } from '@called-it/tests/support/factories/scores'
import { setlistAtSource } from '@called-it/tests/support/workers/fake-source'
import { benchOfFile } from '@called-it/tests/support/workers/run-bench'
import { beforeAll, expect, test } from 'vitest'

const bench = await benchOfFile()
let songs: Awaited<ReturnType<typeof makeSongs>>
beforeAll(async () => {
  songs = await makeSongs(bench.db, 20)
})

const song = (index: number) => songs[index] ?? expect.fail('no such song')

/** Two users open with the most played song, one picks nothing that is ever played. */
async function predictedShow(daysFromToday = -3) {
  const show = await makeShow(bench.db, { daysFromToday })
  for (const index of [0, 0, 19]) {
    const { id } = await makeUser(bench.db)
    await makePrediction(bench.db, { showId: show.id, userId: id, picks: { set1: [song(index).id] } })
  }
  return show
}

const trial = (showId: number, fetchSetlist: boolean) =>
  bench.run('test-score-show', { showId, fetchSetlist })

const FIRST_PLAY = { source_id: 'first-play', slug: 'first-play', name: 'First Play' }

async function expectUntouched(showId: number, revisions: number): Promise<void> {
  const { db } = bench
  const show = await db.selectFrom('shows').selectAll().where('id', '=', showId).executeTakeFirstOrThrow()
  expect(show).toMatchObject({ is_scored: false, picks_closed: false })
  expect(await db.selectFrom('scores').selectAll().execute()).toEqual([])
  const stored = await db.selectFrom('setlist_revisions').where('show_id', '=', showId).selectAll().execute()
  expect(stored).toHaveLength(revisions)
  expect(await db.selectFrom('songs').select('id').execute()).toHaveLength(songs.length)
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
        { total: 6, predictions: 2 },
      ],
    },
  })
  await expectUntouched(show.id, 0)
})

test('tells only the number of predictions before the lock', async () => {
  const show = await predictedShow(3)
  await makeSetlist(bench.db, show.id, { set1: [song(0).id] })
  expect(await trial(show.id, false)).toMatchObject({
    state: 'done',
    result: { scoredPredictions: 3, distribution: [] },
  })
})

test('uses the show’s own setlist when the source has none or is not requested', async () => {
  const show = await predictedShow()
  await makeSetlist(bench.db, show.id, { set2: [song(0).id] })
  const own = { result: { sample: false, distribution: [{ total: 0 }, { total: 3, predictions: 2 }] } }
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
        { total: 15, predictions: 2 },
      ],
    },
  })
  await expectUntouched(show.id, 0)
})
