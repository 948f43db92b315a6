import { eraseUser } from '@called-it/infra/postgres/queries/accounts/users'
import { updateMerge } from '@called-it/infra/postgres/queries/catalogue/song-merges'
import { listAnnouncedResults } from '@called-it/infra/postgres/queries/notifications/results'
import { POINTS } from '@called-it/shared/game/points'
import { scorePrediction } from '@called-it/shared/game/scoring'
import type { ActualSetlist, Picks } from '@called-it/shared/game/setlist'
import { announcementKinds } from '@called-it/shared/notifications/catalogue'
import { DAILY_SEED } from '@called-it/tests/support/daily-seed'
import { endsWithCase } from '@called-it/tests/support/ends-with-case'
import { makeUser } from '@called-it/tests/support/factories/accounts'
import { makeSetlist, makeSongs } from '@called-it/tests/support/factories/catalogue'
import { makeNight } from '@called-it/tests/support/factories/night'
import { findWrongNotifications } from '@called-it/tests/support/find-violations'
import { playedSetlist } from '@called-it/tests/support/game-factories'
import { isLongRun } from '@called-it/tests/support/long-run'
import { deliverAnnouncements } from '@called-it/tests/support/workers/announcements'
import { benchOfFile } from '@called-it/tests/support/workers/run-bench'
import fc from 'fast-check'
import { expect, test } from 'vitest'

const SONGS = 14
const SHOWS = isLongRun ? 25 : 1
const { correctSong, correctSpecial, songInSet } = POINTS
const EDITS_OF_A_SHOW = 8

const bench = await benchOfFile()
const fans: number[] = []

await makeSongs(bench.db, SONGS)
while (fans.length < 6) fans.push((await makeUser(bench.db)).id)

type Notified = {
  userId: number
  before: number
  after: number
  parts: readonly (readonly [songId: number, points: number])[]
}

const rowsOf = (announcementId: number) =>
  bench.db
    .selectFrom('notifications')
    .selectAll()
    .where('announcement_id', '=', announcementId)
    .orderBy('user_id')
    .execute()

/** Does each run and each job twice. */
async function score(showId: number): Promise<void> {
  expect(await bench.score(showId)).toMatchObject({ state: 'done' })
  await deliverAnnouncements(bench)
}

/** The last of a show's corrections, with whom it was told. */
async function readCorrection(showId: number) {
  const { payload, detail } = announcementKinds['score-corrected']
  const last = (await listAnnouncedResults(bench.db, showId)).findLast(
    ({ kind }) => kind === 'score-corrected',
  )
  const rows = last ? await rowsOf(last.id) : []
  const notified = rows.map((row): Notified => ({ userId: row.user_id, ...detail.parse(row.detail) }))
  return { ...(last ? payload.parse(last.payload) : null), notified }
}

async function makeScoredShow(actual: ActualSetlist, cards: readonly Partial<Picks>[]): Promise<number> {
  const { id } = await bench.scoredNight({ setlist: actual, cards, userIds: fans })
  await deliverAnnouncements(bench)
  return id
}

const mergeSong = (songId: number, into: number | null) =>
  bench.db.transaction().execute((trx) => updateMerge(trx, { songId, into }))

const song = fc.integer({ min: 1, max: SONGS })
const songs = (maxLength: number) => fc.array(song, { maxLength })
const slots = (maxLength: number) => fc.array(fc.option(song, { freq: 5 }), { maxLength })
const further = fc.array(fc.record({ set: fc.constant('3'), songs: songs(3) }), { maxLength: 1 })
const card = fc.record({
  set1: fc.array(song, { minLength: 1, maxLength: 8 }),
  set2: slots(8),
  encore: slots(3),
})
const nights = fc.record({
  actual: fc.record({ set1: songs(8), set2: songs(6), encore: songs(3), further }),
  cards: fc.array(card, { minLength: 6, maxLength: 6 }),
  edits: fc.array(
    fc.record({
      set: fc.constantFrom('set1', 'set2', 'encore'),
      splice: fc.tuple(fc.nat({ max: 8 }), fc.nat({ max: 2 }), songs(2)),
      merge: fc.option(fc.uniqueArray(song, { minLength: 2, maxLength: 2 }), { freq: 3 }),
    }),
    { minLength: EDITS_OF_A_SHOW, maxLength: EDITS_OF_A_SHOW },
  ),
})

const explainCorrections = endsWithCase(async (signal) => {
  for (const { actual, cards, edits } of fc.sample(nights, { numRuns: SHOWS, seed: DAILY_SEED })) {
    const showId = await makeScoredShow(actual, cards)
    for (const { set, splice, merge } of edits) {
      signal.throwIfAborted()
      const [at, removed, added] = splice
      const edited = { ...actual, [set]: actual[set].toSpliced(at, removed, ...added) }
      const [merged = 0, into = 0] = merge ?? []
      const count = (await listAnnouncedResults(bench.db, showId)).length

      await makeSetlist(bench.db, showId, edited)
      if (merge) await mergeSong(merged, into)
      await score(showId)

      const isCorrected = (await listAnnouncedResults(bench.db, showId)).length > count
      const correction = isCorrected ? await readCorrection(showId) : { songs: [], notified: [] }
      const merges = new Map(merge ? [[merged, into]] : [])
      const expected = cards.flatMap((picks, index) => {
        const before = scorePrediction(picks, actual).total
        const after = scorePrediction(picks, edited, merges).total
        return before === after ? [] : [{ userId: fans[index], before, after }]
      })
      expect(correction.notified.map(({ parts: _, ...totals }) => totals)).toEqual(expected)
      for (const { before, after, parts } of correction.notified) {
        expect(parts.reduce((sum, [, points]) => sum + points, 0)).toBe(after - before)
        const changed = correction.songs?.map(({ id }) => id)
        expect(changed).toEqual(expect.arrayContaining(parts.map(([songId]) => songId)))
      }

      await makeSetlist(bench.db, showId, actual)
      if (merge) await mergeSong(merged, null)
      await score(showId)

      expect(await listAnnouncedResults(bench.db, showId)).toHaveLength(isCorrected ? count + 2 : count)
      if (!isCorrected) continue
      const undone = (await readCorrection(showId)).notified
      expect(undone.map(sortParts)).toEqual(correction.notified.map(reverse).map(sortParts))
    }
  }
  expect(await findWrongNotifications(bench.db)).toEqual([])
})

test('explains random corrections to those they concern', { timeout: 120_000 }, explainCorrections)

const reverse = ({ userId, before, after, parts }: Notified): Notified => ({
  userId,
  before: after,
  after: before,
  parts: parts.map(([songId, points]) => [songId, -points]),
})
const sortParts = ({ parts, ...totals }: Notified) => ({
  ...totals,
  parts: parts.toSorted(([a], [b]) => a - b),
})

test('sends each player the first points and the rank, which equal totals share', async () => {
  const showId = await makeScoredShow(playedSetlist({ set1: [1, 2, 3] }), [
    { set1: [1] },
    { set1: [4] },
    { set1: [1] },
    { set1: [4, 2] },
  ])

  const [first] = await listAnnouncedResults(bench.db, showId)
  expect(first).toMatchObject({ kind: 'final-score', payload: { players: 4 }, sentAt: expect.any(Date) })
  expect((await rowsOf(first?.id ?? 0)).map(({ detail }) => detail)).toEqual([
    { total: correctSpecial, rank: 1 },
    { total: 0, rank: 4 },
    { total: correctSpecial, rank: 1 },
    { total: correctSong, rank: 3 },
  ])
})

test('notifies nobody of a reset, the same setlist, or a song that is not in it', async () => {
  const actual = playedSetlist({ set1: [1, 2, 3] })
  const showId = await makeScoredShow(actual, [{ set1: [1] }])

  await bench.run('reset-scores', { showId })
  await makeSetlist(bench.db, showId, actual)
  await score(showId)
  await mergeSong(10, 11)
  await score(showId)
  await mergeSong(10, null)
  expect(await listAnnouncedResults(bench.db, showId)).toHaveLength(1)

  await bench.run('reset-scores', { showId })
  await makeSetlist(bench.db, showId, playedSetlist({ set1: [2, 1, 3] }), { origin: 'hand' })
  await score(showId)
  expect(await readCorrection(showId)).toMatchObject({
    source: 'hand',
    raised: 0,
    lowered: 1,
    notified: [
      { userId: fans[0], before: correctSpecial, after: songInSet, parts: [[1, songInSet - correctSpecial]] },
    ],
  })
})

test('announces a correction that changed nobody’s points, and names its songs', async () => {
  const showId = await makeScoredShow(playedSetlist({ encore: [1] }), [{ set1: [5] }])

  await mergeSong(2, 1)
  await score(showId)
  await mergeSong(2, null)

  const nameOf = async (id: number) =>
    (await bench.db.selectFrom('songs').select('name').where('id', '=', id).executeTakeFirstOrThrow()).name
  const after = [{ set: 'encore', position: 1, special: null }]
  expect(await readCorrection(showId)).toEqual({
    source: 'songs',
    raised: 0,
    lowered: 0,
    songs: [
      { id: 1, name: await nameOf(1), before: after, after, countsAs: null },
      { id: 2, name: await nameOf(2), before: [], after, countsAs: await nameOf(1) },
    ],
    notified: [],
  })
})

test('sends a deleted player nothing', async () => {
  const card = { set1: [1] }
  const show = await makeNight(bench.db, { setlist: card, cards: [card, card], userIds: fans.slice(0, 1) })
  await bench.db.transaction().execute((trx) => eraseUser(trx, show.userIds[1] ?? 0))
  await score(show.id)

  const [first] = await listAnnouncedResults(bench.db, show.id)
  expect(first?.payload).toEqual({ players: 2 })
  expect((await rowsOf(first?.id ?? 0)).map((row) => row.user_id)).toEqual([fans[0]])
})
