import { verifyStandings } from '@called-it/infra/postgres/queries/standings/standings-moves'
import { runResults } from '@called-it/shared/contract/runs'
import { POINTS } from '@called-it/shared/game/points'
import { listAuditEntries } from '@called-it/tests/support/audit-entries'
import { makeUser } from '@called-it/tests/support/factories/accounts'
import { makeBand, makeNight } from '@called-it/tests/support/factories/night'
import { findWrongScores } from '@called-it/tests/support/find-violations'
import { benchOfFile } from '@called-it/tests/support/workers/run-bench'
import { expect, test } from 'vitest'
import { scoreShow } from '../scores/score-show.ts'
import { mergeSong } from './merge-song.ts'

const OPENER = POINTS.correctSpecial

const bench = await benchOfFile()
const { score, totalsOf } = bench
const { id: song, ids } = await makeBand(bench.db, 12)
const userIds = [(await makeUser(bench.db)).id, (await makeUser(bench.db)).id]

/** Played with these songs; each user has picked another opener. */
const picked = (played: readonly number[], openers: readonly number[]) => ({
  show: { daysFromToday: -3 },
  setlist: { set1: ids(...played) },
  cards: openers.map((opener) => ({ set1: ids(opener) })),
  userIds,
})
const makeScored = (opener: number, openers: readonly number[]) =>
  bench.scoredNight(picked([opener, 0], openers))

const merge = (index: number, into: number | null) =>
  bench.run('merge-song', { songId: song(index), into: into === null ? null : song(into) })
const preview = async (index: number, into: number | null) => {
  const order = { songId: song(index), into: into === null ? null : song(into) }
  const { result } = await bench.run('preview-merge', order)
  return runResults['preview-merge'].parse(result).shows
}

/** The shows whose scoring waits; they are scored now. */
async function scoreQueued(): Promise<number[]> {
  const queued = await bench.db
    .selectFrom('runs')
    .select(['id', 'order'])
    .where('kind', '=', 'score-show')
    .where('state', '=', 'queued')
    .orderBy('id')
    .execute()
  for (const { id } of queued) await bench.createExecutor().execute('score-show', id, await bench.jobOf(id))
  return queued.map(({ order }) => Number(order.showId))
}

test('lists the shows whose scores a merge changes, and scores them again', async () => {
  const played = await makeScored(1, [1, 2])
  await makeScored(3, [1, 2])
  await makeScored(2, [3, 3])
  const picks = await bench.db.selectFrom('predictions').select('picks').orderBy('id').execute()
  const { id, showdate, venue } = played
  expect(await preview(2, 1)).toEqual([{ id, date: showdate, venue, predictions: 2, scores: 1 }])
  expect(await scoreQueued()).toEqual([])

  expect(await merge(2, 1)).toMatchObject({ state: 'done', result: { shows: 1 } })
  expect(await scoreQueued()).toEqual([id])
  expect(await totalsOf(id)).toEqual([OPENER, OPENER])
  expect(bench.published).toEqual(expect.arrayContaining(['catalogue', 'runs']))
  expect(await bench.db.selectFrom('predictions').select('picks').orderBy('id').execute()).toEqual(picks)

  expect(await preview(2, null)).toMatchObject([{ id, scores: 1 }])
  expect(await merge(2, null)).toMatchObject({ result: { shows: 1 } })
  await scoreQueued()
  expect(await totalsOf(id)).toEqual([OPENER, 0])
  expect(await findWrongScores(bench.db)).toEqual([])
  expect(await verifyStandings(bench.db)).toEqual([])
  const noted = await listAuditEntries(bench.db, { subject: `song:${song(2)}` })
  expect(noted.map(({ action, details }) => [action, details])).toEqual([
    ['song:merged', { from: null, into: song(1), shows: 1 }],
    ['song:separated', { from: song(1), into: null, shows: 1 }],
  ])
})

test('counts through chains and fails on a cycle', async () => {
  const show = await makeScored(6, [4, 5])
  await merge(4, 5)
  expect(await preview(5, 6)).toMatchObject([{ id: show.id, scores: 2 }])
  await merge(5, 6)
  await scoreQueued()
  expect(await totalsOf(show.id)).toEqual([OPENER, OPENER])
  expect(await merge(6, 4)).toMatchObject({ state: 'failed', error: { code: 'merge_cycle' } })
  // The song at the start of the chain leaves it alone.
  expect(await merge(4, null)).toMatchObject({ result: { shows: 1 } })
  await scoreQueued()
  expect(await totalsOf(show.id)).toEqual([0, OPENER])
})

test('scores again when songs are merged while a show is scored', async () => {
  const show = await makeNight(bench.db, picked([7], [8]))
  let isMerged = false
  const executor = bench.createExecutor({
    'score-show': (context) =>
      scoreShow({
        ...context,
        finish: async (last) => {
          if (!isMerged) await merge(8, 7)
          isMerged = true
          return context.finish(last)
        },
      }),
  })
  const runId = await bench.enqueue('score-show', { showId: show.id, fetchSetlist: false })
  await executor.execute('score-show', runId, await bench.jobOf(runId))
  expect(await totalsOf(show.id)).toEqual([OPENER])
})

test('counts again when a show is scored while a merge is counted', async () => {
  const show = await makeNight(bench.db, picked([9], [10]))
  let isScored = false
  const executor = bench.createExecutor({
    'merge-song': (context) =>
      mergeSong({
        ...context,
        finish: async (last) => {
          if (!isScored) await score(show.id)
          isScored = true
          return context.finish(last)
        },
      }),
  })
  const runId = await bench.enqueue('merge-song', { songId: song(10), into: song(9) })
  await executor.execute('merge-song', runId, await bench.jobOf(runId))
  expect(await scoreQueued()).toEqual([show.id])
  expect(await totalsOf(show.id)).toEqual([OPENER])
})

test('previews and tests scores with merged songs as one', async () => {
  const show = await makeNight(bench.db, picked([11], [0]))
  await merge(0, 11)
  const order = { showId: show.id, setlist: null }
  expect(await bench.run('preview-scores', order)).toMatchObject({
    result: { raised: 1, largestRise: OPENER },
  })
  expect(await bench.run('test-score-show', { showId: show.id, fetchSetlist: false })).toMatchObject({
    result: { distribution: [{ total: OPENER, predictions: 1 }] },
  })
  await score(show.id)
  expect(await bench.run('preview-scores', order)).toMatchObject({ result: { moved: 0 } })
})
