import { eraseUser } from '@called-it/infra/postgres/queries/accounts/users'
import { openPicksAgain } from '@called-it/infra/postgres/queries/catalogue/show-locks'
import { findShowForShare } from '@called-it/infra/postgres/queries/catalogue/shows'
import { getMergedSongs, updateMerge } from '@called-it/infra/postgres/queries/catalogue/song-merges'
import { getTopicVersion } from '@called-it/infra/postgres/queries/events/topic-versions'
import { findNewestLiveBoard } from '@called-it/infra/postgres/queries/live/live-boards'
import { topics } from '@called-it/shared/contract/events'
import { unpackHistogram } from '@called-it/shared/game/live/histogram'
import { NO_MERGES } from '@called-it/shared/game/merged-songs'
import { makeUser } from '@called-it/tests/support/factories/accounts'
import { makeTour } from '@called-it/tests/support/factories/catalogue'
import { makePrediction, makeScores, makeStanding } from '@called-it/tests/support/factories/scores'
import { playedSetlist } from '@called-it/tests/support/game-factories'
import { totalsByBulkScorer } from '@called-it/tests/support/live-reference'
import { type LiveRevision, makeLiveShow, nightOf } from '@called-it/tests/support/live-show'
import { PATIENT } from '@called-it/tests/support/patience'
import { countWaitingQueries } from '@called-it/tests/support/waiting-queries'
import { liveBenchOfFile } from '@called-it/tests/support/workers/live-bench'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'

const PLAYERS = 500

const { database, startWorker, enter, waitForBoard } = await liveBenchOfFile()

/** User id and total of all rows, by the bulk scorer and a full sort. */
async function rowsByBulkScorer(showId: number, { actual, openSet }: LiveRevision, merged = NO_MERGES) {
  const stored = await database.db
    .selectFrom('predictions')
    .innerJoin('users', 'users.id', 'predictions.user_id')
    .select(['users.id', 'predictions.picks'])
    .where('show_id', '=', showId)
    .orderBy('users.sort_name')
    .orderBy('users.id')
    .execute()
  const totals = totalsByBulkScorer(Buffer.concat(stored.map(({ picks }) => picks)), actual, openSet, merged)
  return stored
    .map(({ id }, player): [number, number] => [id, totals[player] ?? 0])
    .sort(([, one], [, other]) => other - one)
}

describe('live board', () => {
  test('equals the bulk scorer after each revision of a night', async () => {
    const show = await makeLiveShow(database.db, PLAYERS)
    startWorker('one')
    const before = await waitForBoard(show.id, 0)
    expect(unpackHistogram(before.histogram)).toEqual([{ total: 0, players: PLAYERS }])

    for (const revision of nightOf(show.songs)) {
      const board = await waitForBoard(show.id, await enter(show, revision))

      const expected = await rowsByBulkScorer(show.id, revision)
      expect(board.rows).toEqual(expected)
      expect(board.top).toEqual(expected.slice(0, 10))
      expect(board.players).toBe(PLAYERS)
      expect(board.tour).toBeNull()
    }
    const orders = await database.db
      .selectFrom('live_boards')
      .select('revision')
      .where('show_id', '=', show.id)
      .where('board', 'is not', null)
      .execute()
    expect(orders).toHaveLength(1)
  })

  test('names the first three who have a song and show their picks', async () => {
    const show = await makeLiveShow(database.db, 30)
    startWorker('one')
    const [first = 0] = show.songs
    const { songs, rows } = await waitForBoard(
      show.id,
      await enter(show, { actual: playedSetlist({ set1: [first] }), openSet: 'set1' }),
    )

    const open = await database.db.selectFrom('users').select('id').where('shows_picks', '=', true).execute()
    const shown = new Set(open.map(({ id }) => id))
    const holders = rows.filter(([userId = 0, total = 0]) => total > 0 && shown.has(userId))
    expect(songs).toEqual([
      {
        songId: first,
        players: rows.filter(([, total = 0]) => total > 0).length,
        exact: rows.filter(([, total = 0]) => total >= 15).length,
        holders: holders.slice(0, 3).map(([userId]) => userId),
      },
    ])
  })

  test('is stored once for a revision that two workers see', async () => {
    const show = await makeLiveShow(database.db, 50)
    startWorker('one')
    // Under one name both have the claim, as after one was frozen.
    startWorker('one')
    await waitForBoard(show.id, 0)
    const night = nightOf(show.songs)
    for (const revision of night) await waitForBoard(show.id, await enter(show, revision))

    expect(await getTopicVersion(database.db, topics.live(show.id))).toBe(night.length + 1)
  })

  test('waits for a save that was checked before the lock', async () => {
    const show = await makeLiveShow(database.db, 20)
    const { id: userId } = await makeUser(database.db)
    await database.db.transaction().execute(async (trx) => {
      await findShowForShare(trx, show.id)
      await makePrediction(trx, { showId: show.id, userId, picks: { set1: [show.songs[0] ?? 0] } })
      startWorker('one')
      await expect.poll(() => countWaitingQueries(database.pool), PATIENT).toBe(1)
    })

    expect((await waitForBoard(show.id, 0)).players).toBe(21)
  })

  test('begins anew after a show was reopened', async () => {
    const show = await makeLiveShow(database.db, 20)
    startWorker('one')
    await waitForBoard(show.id, 0)
    const { id: userId } = await makeUser(database.db)
    await database.db.transaction().execute((trx) =>
      openPicksAgain(trx, show.id, {
        locksAt: new Date(Date.now() + 3_600_000),
        notice: { kind: 'reopened', at: new Date().toISOString(), reason: 'too early', from: null },
      }),
    )
    expect(await findNewestLiveBoard(database.db, show.id)).toBeNull()
    await makePrediction(database.db, { showId: show.id, userId, picks: { set1: [show.songs[0] ?? 0] } })
    await database.db
      .updateTable('shows')
      .set({ locks_at: sql<Date>`now()` })
      .where('id', '=', show.id)
      .execute()

    expect((await waitForBoard(show.id, 0)).players).toBe(21)
  })

  test('follows a merge of songs and a removed prediction in the same revision', async () => {
    const show = await makeLiveShow(database.db, 50)
    startWorker('one')
    const [opener = 0, second = 0] = show.songs
    const revision = { actual: playedSetlist({ set1: [opener] }), openSet: 'set1' } as const
    const number = await enter(show, revision)
    await waitForBoard(show.id, number)
    await database.db.transaction().execute((trx) => updateMerge(trx, { songId: second, into: opener }))
    const [gone] = show.userIds
    await database.db
      .deleteFrom('predictions')
      .where('user_id', '=', gone ?? 0)
      .execute()

    const merged = await getMergedSongs(database.db)
    const expected = await rowsByBulkScorer(show.id, revision, merged)
    await expect.poll(async () => (await waitForBoard(show.id, number)).rows, PATIENT).toEqual(expected)
  })

  test('keeps the points of a deleted fan, without the name', async () => {
    const show = await makeLiveShow(database.db, 20)
    const [first = 0] = show.songs
    const number = await enter(show, { actual: playedSetlist({ set1: [first] }), openSet: 'set1' })
    const before = startWorker('one')
    const { songs, players } = await waitForBoard(show.id, number)
    const [holder = 0] = songs[0]?.holders ?? []
    await before.stop()
    await eraseUser(database.db, holder)
    startWorker('other')

    await expect
      .poll(async () => (await waitForBoard(show.id, number)).songs[0]?.holders, PATIENT)
      .not.toContain(holder)
    const board = await waitForBoard(show.id, number)
    expect(board.players).toBe(players)
    expect(board.rows.map(([userId]) => userId)).toContain(holder)
  })

  test('is final once the show is scored, and the claim ends', async () => {
    const show = await makeLiveShow(database.db, 50)
    startWorker('one')
    const revision = { actual: playedSetlist({ set1: show.songs.slice(0, 5) }), openSet: 'set1' } as const
    const number = await enter(show, revision)
    await waitForBoard(show.id, number)
    await makeScores(database.db, show)

    const expected = await rowsByBulkScorer(show.id, { ...revision, openSet: null })
    await expect.poll(async () => (await waitForBoard(show.id, number)).rows, PATIENT).toEqual(expected)
    const claims = database.db.selectFrom('live_claims').select('worker').where('show_id', '=', show.id)
    await expect.poll(() => claims.execute(), PATIENT).toEqual([])
  })

  test('has the board of the tour as it stands', async () => {
    const tour = await makeTour(database.db)
    const show = await makeLiveShow(database.db, 20, { tour_id: tour.id })
    const { id: absent } = await makeUser(database.db)
    const [veteran = 0] = show.userIds
    const standing = { board: tour.id, shows: 1 }
    await makeStanding(database.db, { ...standing, user_id: absent, total: 50, best: 50 })
    await makeStanding(database.db, { ...standing, user_id: veteran, total: 30, best: 30 })
    startWorker('one')
    const revision = { actual: playedSetlist({ set1: show.songs.slice(0, 5) }), openSet: 'set1' } as const
    const { tour: stored } = await waitForBoard(show.id, await enter(show, revision))

    const tonight = await rowsByBulkScorer(show.id, revision)
    const expected = new Map<number, number>([...tonight, [absent, 50]])
    expected.set(veteran, (expected.get(veteran) ?? 0) + 30)
    expect(stored?.players).toBe(21)
    expect(new Map(stored?.top)).toEqual(expected)
    expect(stored?.top.map(([, total]) => total)).toEqual([...expected.values()].sort((a, b) => b - a))
    const counts = unpackHistogram(stored?.histogram ?? '')
    expect(counts.reduce((sum, { total, players }) => sum + total * players, 0)).toBe(
      [...expected.values()].reduce((sum, total) => sum + total, 0),
    )
  })
})
