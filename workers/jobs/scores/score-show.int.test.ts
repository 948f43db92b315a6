import { insertHandSetlist } from '@called-it/infra/postgres/queries/catalogue/setlist-revisions'
import { verifyStandings } from '@called-it/infra/postgres/queries/standings/standings-moves'
import { SetlistSourceError } from '@called-it/infra/setlist-sources/source'
import { handSetlist } from '@called-it/shared/contract/setlists'
import { POINTS } from '@called-it/shared/game/points'
import { countedRows } from '@called-it/tests/support/counted-rows'
import { makeUser } from '@called-it/tests/support/factories/accounts'
import { makeSetlist, makeTour } from '@called-it/tests/support/factories/catalogue'
import { makeBand, makeNight } from '@called-it/tests/support/factories/night'
import { countWaitingQueries } from '@called-it/tests/support/waiting-queries'
import { setlistAtSource } from '@called-it/tests/support/workers/fake-source'
import { benchOfFile } from '@called-it/tests/support/workers/run-bench'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { scoreShow } from './score-show.ts'

const { correctSong, correctSpecial, songInSet } = POINTS

const bench = await benchOfFile()
const { score, totalsOf, getShow } = bench
const { song, ids } = await makeBand(bench.db, 30)
const [one, other] = [(await makeUser(bench.db)).id, (await makeUser(bench.db)).id]

/** Both users open with the first song; the second user also picks the second. */
const predictedShow = (setlist?: { set1: number[] }) =>
  makeNight(bench.db, {
    ...(setlist && { setlist }),
    cards: [{ set1: ids(0) }, { set1: ids(0, 1) }],
    userIds: [one, other],
  })

const correctByHand = (showId: number, set1: number[]) =>
  bench.db.transaction().execute((trx) =>
    insertHandSetlist(trx, {
      showId,
      setlist: handSetlist.parse({ set1: set1.map((id) => ({ id })), set2: [], encore: [] }),
      enteredBy: one,
    }),
  )

test('scores every prediction, updates both boards and publishes them', async () => {
  const tour = await makeTour(bench.db)
  const show = await makeNight(bench.db, {
    show: { tour_id: tour.id },
    setlist: { set1: ids(0, 1, 2), set2: ids(3, 4), encore: ids(5) },
    cards: [{ set1: ids(0, 1, 3), set2: ids(9, 3), encore: ids(9, 5) }, { encore: ids(9) }],
    userIds: [one, other],
  })
  const total = correctSpecial + correctSong + songInSet + POINTS.encoreInSet

  expect(await score(show.id)).toMatchObject({ state: 'done', result: { processed: 2, errors: 0 } })

  const scores = await bench.db.selectFrom('scores').selectAll().orderBy('user_id').execute()
  expect(scores).toEqual([
    {
      score_set_id: expect.any(Number),
      user_id: one,
      total,
      song_in_show: 0,
      song_in_set: 1,
      correct_song: 1,
      correct_special: 1,
      encore_in_set: 1,
    },
    {
      score_set_id: scores[0]?.score_set_id,
      user_id: other,
      total: 0,
      song_in_show: 0,
      song_in_set: 0,
      correct_song: 0,
      correct_special: 0,
      encore_in_set: 0,
    },
  ])
  const standings = await bench.db
    .selectFrom('standings')
    .selectAll()
    .where('board', '=', tour.id)
    .orderBy('total', 'desc')
    .execute()
  expect(standings).toEqual([
    { board: tour.id, user_id: one, total, shows: 1, best: total },
    { board: tour.id, user_id: other, total: 0, shows: 1, best: 0 },
  ])
  expect(await verifyStandings(bench.db)).toEqual([])
  expect(await countedRows(bench.db, 'scores')).toBeGreaterThanOrEqual(2)
  expect(await getShow(show.id)).toMatchObject({
    is_scored: true,
    picks_closed: true,
    closed_by_run: null,
  })
  expect(bench.published).toEqual(
    expect.arrayContaining(['runs', `show:${show.id}`, 'board:0', `board:${tour.id}`]),
  )
})

test('stores the source’s setlist once, and scores again when it is corrected', async () => {
  const show = await predictedShow()
  bench.source.setlists.set(show.source_id, setlistAtSource(show, { 1: [song(0), song(1)] }))
  expect(await score(show.id, true)).toMatchObject({ state: 'done' })
  expect(await totalsOf(show.id)).toEqual([correctSpecial, 2 * correctSpecial])
  await score(show.id, true)
  const revisions = await bench.db
    .selectFrom('setlist_revisions')
    .select(['number', 'origin'])
    .where('show_id', '=', show.id)
    .execute()
  expect(revisions).toEqual([{ number: 1, origin: 'source' }])

  bench.source.setlists.set(show.source_id, setlistAtSource(show, { 1: [song(1), song(0)] }))
  await score(show.id, true)
  expect(await totalsOf(show.id)).toEqual([songInSet, 2 * songInSet])
  expect(await verifyStandings(bench.db)).toEqual([])
})

test('prefers a setlist that an admin entered to the source’s', async () => {
  const show = await predictedShow()
  bench.source.setlists.set(show.source_id, setlistAtSource(show, { 1: [song(0), song(1)] }))
  await correctByHand(show.id, ids(1))
  await score(show.id, true)
  expect(await totalsOf(show.id)).toEqual([0, songInSet])
})

const notFound = { code: 'setlist_not_found', message: 'Setlist not found for this show' }
const timeout = new SetlistSourceError('timeout', 'The site did not answer.')
test.each([
  ['the source has none', () => undefined, notFound],
  [
    'the source has soundchecks only',
    (show: { source_id: string }) => setlistAtSource(show, { s: [song(0)] }),
    notFound,
  ],
  ['the source fails', () => timeout, { code: 'source_failed', message: timeout.message }],
])('fails and leaves the picks open when %s', async (_case, setlist, error) => {
  const show = await predictedShow()
  const given = setlist(show)
  if (given) bench.source.setlists.set(show.source_id, given)
  expect(await score(show.id, true)).toMatchObject({ state: 'failed', error })
  expect(await getShow(show.id)).toMatchObject({
    is_scored: false,
    picks_closed: false,
    setlist_revision_id: null,
  })
})

test('fails with the source’s reason for an excluded show', async () => {
  const show = await predictedShow()
  const excluded = { excluded: true, exclusionReason: 'A private party.' }
  bench.source.setlists.set(show.source_id, setlistAtSource(show, { 1: [song(0)] }, excluded))
  const refusal = { state: 'failed', error: { code: 'show_excluded', message: 'A private party.' } }
  expect(await score(show.id, true)).toMatchObject(refusal)
  await makeSetlist(bench.db, show.id, { set1: ids(0) })
  expect(await score(show.id, false)).toMatchObject(refusal)
  expect(await getShow(show.id)).toMatchObject({ is_scored: false, picks_closed: false })
})

test('fails for a cancelled show', async () => {
  const show = await predictedShow({ set1: ids(0) })
  await bench.db.updateTable('shows').set({ cancelled_at: new Date() }).where('id', '=', show.id).execute()
  expect(await score(show.id, false)).toMatchObject({ state: 'failed', error: { code: 'show_cancelled' } })
})

test.each(['score-show', 'test-score-show', 'reset-scores', 'import-setlist'] as const)(
  'fails for an unknown show: %s',
  async (kind) => {
    const run = await bench.run(kind, { showId: 999_999, fetchSetlist: false })
    expect(run).toMatchObject({ state: 'failed', error: { code: 'show_not_found' } })
  },
)

test('starts again when a correction arrives during scoring', async () => {
  const show = await predictedShow({ set1: ids(0, 1) })
  const runId = await bench.enqueue('score-show', { showId: show.id, fetchSetlist: false })
  let attempts = 0
  const executor = bench.createExecutor({
    'score-show': (context) =>
      scoreShow({
        ...context,
        finish: async (last) => {
          attempts += 1
          if (attempts === 1) await correctByHand(show.id, ids(1, 0))
          return context.finish(last)
        },
      }),
  })
  await executor.execute('score-show', runId, await bench.jobOf(runId))
  expect(attempts).toBe(2)
  expect(await totalsOf(show.id)).toEqual([songInSet, 2 * songInSet])
  expect(await bench.getRun(runId)).toMatchObject({ state: 'done', result: { processed: 2, errors: 0 } })
  expect(await verifyStandings(bench.db)).toEqual([])
})

test('closes picks before reading them and waits for saves in progress', async () => {
  const show = await predictedShow({ set1: ids(0, 1) })
  const late = await makeUser(bench.db)
  const runId = await bench.enqueue('score-show', { showId: show.id, fetchSetlist: false })
  const job = await bench.jobOf(runId)

  const scoring = await bench.db.transaction().execute(async (save) => {
    const held = await save
      .selectFrom('shows')
      .select('picks_closed')
      .where('id', '=', show.id)
      .forKeyShare()
      .executeTakeFirstOrThrow()
    expect(held.picks_closed).toBe(false)
    const executed = bench.createExecutor().execute('score-show', runId, job)
    await expect.poll(() => countWaitingQueries(bench.pool)).toBe(1)
    await save
      .insertInto('predictions')
      .values({ show_id: show.id, user_id: late.id, picks: Buffer.alloc(38, 1) })
      .execute()
    return { executed }
  })
  await scoring.executed
  expect(await totalsOf(show.id)).toHaveLength(3)
})

test('opens the picks again when the run fails', async () => {
  const show = await predictedShow({ set1: ids(0, 1) })
  const older = await bench.enqueue('score-show', { showId: show.id, fetchSetlist: false })
  const olderJob = await bench.jobOf(older)
  await bench
    .createExecutor({
      'score-show': (context) =>
        scoreShow({
          ...context,
          finish: async (last) => {
            // Requested later and executed first: the older run's scores must not count.
            await bench.run('reset-scores', { showId: null })
            return context.finish(last)
          },
        }),
    })
    .execute('score-show', older, olderJob)
  expect(await bench.getRun(older)).toMatchObject({ state: 'failed', error: { code: 'superseded' } })
  expect(await getShow(show.id)).toMatchObject({ is_scored: false, picks_closed: false, closed_by_run: null })
  expect(await verifyStandings(bench.db)).toEqual([])
})

test('scores two shows with the same players at the same time', async () => {
  const cards = Array.from({ length: 40 }, (_, player) => ({ set1: ids(player % 20) }))
  const night = { setlist: { set1: ids(0, 1, 2) }, cards }
  const shows = [await makeNight(bench.db, night)]
  const userIds = shows.flatMap((show) => show.userIds)
  while (shows.length < 3) shows.push(await makeNight(bench.db, { ...night, userIds }))
  for (let round = 0; round < 3; round += 1) {
    const runs = await Promise.all(shows.map((show) => score(show.id)))
    expect(runs.map(({ state }) => state)).toEqual(['done', 'done', 'done'])
  }
  expect(await verifyStandings(bench.db)).toEqual([])
})

test('counts the columns that find scores for the planner, and sorts no names', async () => {
  const show = await predictedShow({ set1: ids(0) })
  await score(show.id)
  const { rows } = await sql<{ name: string }>`
    SELECT tablename || '.' || attname AS name FROM pg_stats
    WHERE tablename IN ('users', 'predictions', 'scores') ORDER BY name`.execute(bench.db)
  const names = [
    'predictions.show_id',
    'predictions.user_id',
    'scores.score_set_id',
    'scores.user_id',
    'users.id',
  ]
  expect(rows.map(({ name }) => name)).toEqual(names)
})
