import { unpackPicks } from '@called-it/shared/game/bulk/packed-picks'
import { scorePrediction } from '@called-it/shared/game/scoring'
import { expect, test } from 'vitest'
import { closeBarrier } from '../support/barrier.ts'
import { expectConsistent, LIMIT, PATIENCE } from '../support/expect-consistent.ts'
import { makePredictedShow, sumOfScores } from '../support/predicted-show.ts'
import { systemOfFile } from '../support/system-of-file.ts'

const PREDICTIONS = 2_000

const system = await systemOfFile({ workers: 2 })

// F12, guarded twice: the setlist's revision is checked at the end of a scoring (`workers/jobs/scores/score-show.ts`),
// and each request is a run of its own after the running one (`queries/work/runs.ts`). Without the first the second
// still wins.
test('ends with the scores of the last correction', LIMIT, async () => {
  const { db } = system.database
  const show = await makePredictedShow(db, PREDICTIONS)
  const admin = await system.logIn('admin')
  const songs = await db.selectFrom('songs').select('id').orderBy('id', 'desc').limit(19).execute()
  const correct = (set1: { id: number }[]) =>
    system.send('PUT', `/api/admin/shows/${show.id}/setlist`, {
      as: admin.cookie,
      json: { set1, set2: songs.slice(9, 16), encore: songs.slice(16) },
    })
  const score = () =>
    system.send('POST', `/api/admin/shows/${show.id}/score`, {
      as: admin.cookie,
      json: { fetchSetlist: false, closePicks: true },
    })
  const page = await system.gateways[0]?.openPage()
  const barrier = await closeBarrier(system.database, 'INSERT ON scores', 'NEW.user_id = 1000')
  const first = score()
  await expect.poll(barrier.countWaiting, PATIENCE).toBe(1)
  expect(await correct(songs.slice(1, 9))).toMatchObject({ status: 200 })
  const second = score()
  expect(await correct(songs.slice(0, 8))).toMatchObject({ status: 200 })
  const third = score()
  await barrier.open()
  const responses = await Promise.all([first, second, third])
  for (const { status } of responses) expect([200, 202]).toContain(status)
  await expectConsistent(system, { pages: page ? [page] : [] })

  const ids = songs.map(({ id }) => id)
  const actual = { set1: ids.slice(0, 8), set2: ids.slice(9, 16), encore: ids.slice(16), further: [] }
  const predictions = await db
    .selectFrom('predictions')
    .select('picks')
    .where('show_id', '=', show.id)
    .execute()
  const points = predictions.reduce(
    (sum, { picks }) => sum + scorePrediction(unpackPicks(picks), actual).total,
    0,
  )
  expect(await sumOfScores(db, show.id)).toEqual({ predictions: PREDICTIONS, points })
})
