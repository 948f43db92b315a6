import { openPicksAgain } from '@called-it/infra/postgres/queries/catalogue/show-locks'
import { findShowForShare } from '@called-it/infra/postgres/queries/catalogue/shows'
import { listSystemCards } from '@called-it/infra/postgres/queries/chances/system-cards'
import { POINTS } from '@called-it/shared/game/points'
import { padPicks } from '@called-it/shared/game/setlist'
import { emptyTables } from '@called-it/tests/support/empty-tables'
import { makeUser } from '@called-it/tests/support/factories/accounts'
import { makeSetlist, makeShow, makeSong } from '@called-it/tests/support/factories/catalogue'
import { freezeChancesOf, makeChances, makeSystemCard } from '@called-it/tests/support/factories/chances'
import { makeBand } from '@called-it/tests/support/factories/night'
import { makePrediction, makeScores } from '@called-it/tests/support/factories/scores'
import { databaseOfFile } from '@called-it/tests/support/test-database'
import { countWaitingQueries } from '@called-it/tests/support/waiting-queries'
import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'

const database = await databaseOfFile()
const { db } = database
const { id: song } = await makeBand(db, 4)

beforeEach(() => emptyTables(db, 'shows', 'expected_points', 'outbox'))

const ago = (minutes: number) => new Date(Date.now() - minutes * 60_000)
const lockedShow = () => makeShow(db, { locks_at: ago(1) })
/** With a chance of the first song, and one player, whose pick is the second. */
async function likelyShow() {
  const show = await lockedShow()
  await makeChances(db, { showId: show.id, songs: [{ song: song(0), chance: 0.4 }] })
  await pick(show.id, song(1))
  return show
}
const card = (...set1: number[]) => padPicks({ set1, set2: [], encore: [] })

async function pick(showId: number, ...set1: number[]): Promise<number> {
  const { id: userId } = await makeUser(db)
  await makePrediction(db, { showId, userId, picks: { set1 } })
  return userId
}

const reopen = (showId: number) =>
  db.transaction().execute((trx) =>
    openPicksAgain(trx, showId, {
      locksAt: ago(-60),
      notice: { kind: 'reopened', at: ago(0).toISOString(), reason: 'too early', from: null },
    }),
  )

const crowdOf = async (showId: number) =>
  (await listSystemCards(db, showId)).find(({ name }) => name === 'the crowd')
const expectedOf = (showId: number) =>
  db
    .selectFrom('expected_points')
    .select(['user_id', 'points'])
    .where('show_id', '=', showId)
    .orderBy('user_id')
    .execute()
const chancesOf = (showId: number) =>
  db
    .selectFrom('song_chances')
    .innerJoin('show_chances', 'show_chances.show_id', 'song_chances.show_id')
    .select(['song_id as song', 'chance', 'frozen_at as frozenAt'])
    .where('song_chances.show_id', '=', showId)
    .orderBy('song_id')
    .execute()
const listSumJobs = () =>
  db.selectFrom('outbox').select('id').where('job', '=', 'sum-above-expectation').execute()

describe('freeze at the lock', () => {
  test('stores the card of the crowd, expected points and the least chances', async () => {
    const show = await lockedShow()
    await makeChances(db, {
      showId: show.id,
      songs: [
        { song: song(0), chance: 0.4 },
        { song: song(1), chance: 0.2 },
      ],
    })
    const merged = await makeSong(db, { merged_into: song(1) })
    const [one, other] = [await pick(show.id, song(0), merged.id), await pick(show.id, song(0), song(2))]
    await freezeChancesOf(db, show.id)
    expect(await crowdOf(show.id)).toMatchObject({ picks: card(song(0), song(1)), total: null })
    expect(await expectedOf(show.id)).toEqual([
      { user_id: one, points: expect.closeTo(0.6) },
      { user_id: other, points: expect.closeTo(0.401) },
    ])
    const frozenAt = expect.any(Date)
    expect(await chancesOf(show.id)).toEqual([
      { song: song(0), chance: expect.closeTo(0.4), frozenAt },
      { song: song(1), chance: expect.closeTo(0.2), frozenAt },
      { song: song(2), chance: expect.closeTo(0.001), frozenAt },
    ])
  })

  test('stores an empty card without picks, and no points without chances', async () => {
    const [unpicked, unlikely] = [await lockedShow(), await lockedShow()]
    await makeChances(db, { showId: unpicked.id, songs: [{ song: song(0), chance: 0.4 }] })
    await pick(unlikely.id, song(3))
    for (const { id } of [unpicked, unlikely]) await freezeChancesOf(db, id)
    expect(await crowdOf(unpicked.id)).toMatchObject({ picks: card() })
    expect(await crowdOf(unlikely.id)).toMatchObject({ picks: card(song(3)) })
    expect([await expectedOf(unpicked.id), await expectedOf(unlikely.id)]).toEqual([[], []])
  })

  test('leaves a show that takes picks', async () => {
    const show = await makeShow(db)
    await makeChances(db, { showId: show.id, songs: [{ song: song(0), chance: 0.4 }] })
    await pick(show.id, song(1))
    await freezeChancesOf(db, show.id)
    expect(await crowdOf(show.id)).toBeUndefined()
    expect(await chancesOf(show.id)).toMatchObject([{ song: song(0), frozenAt: null }])
  })

  test('includes a save that was checked before the lock and is not committed yet', async () => {
    const show = await lockedShow()
    const { id: userId } = await makeUser(db)
    const { frozen } = await db.transaction().execute(async (trx) => {
      await findShowForShare(trx, show.id)
      await makePrediction(trx, { showId: show.id, userId, picks: { set1: [song(2)] } })
      const frozen = freezeChancesOf(db, show.id)
      await expect.poll(() => countWaitingQueries(database.pool)).toBe(1)
      return { frozen }
    })
    await frozen
    expect(await crowdOf(show.id)).toMatchObject({ picks: card(song(2)) })
  })

  test('stores nothing when the picks are opened again meanwhile', async () => {
    const show = await likelyShow()
    const { frozen } = await db.transaction().execute(async (trx) => {
      await sql`LOCK TABLE predictions IN ACCESS EXCLUSIVE MODE`.execute(trx)
      const frozen = freezeChancesOf(db, show.id)
      frozen.catch(() => undefined)
      await expect.poll(() => countWaitingQueries(database.pool)).toBe(1)
      await sql`UPDATE shows SET locks_at = ${ago(-60)}`.execute(db)
      return { frozen }
    })
    await expect(frozen).rejects.toThrow('was changed while its picks were read')
    expect([await crowdOf(show.id), await expectedOf(show.id)]).toEqual([undefined, []])
    expect(await chancesOf(show.id)).toMatchObject([{ song: song(0), frozenAt: null }])
  })

  test('lets the picks be opened again while it reads them', async () => {
    const show = await likelyShow()
    const { frozen } = await db.transaction().execute(async (trx) => {
      await sql`LOCK TABLE predictions IN ACCESS EXCLUSIVE MODE`.execute(trx)
      const frozen = freezeChancesOf(db, show.id)
      frozen.catch(() => undefined)
      await expect.poll(() => countWaitingQueries(database.pool)).toBe(1)
      await Promise.race([reopen(show.id), expect.poll(() => countWaitingQueries(database.pool)).toBe(2)])
      expect(await countWaitingQueries(database.pool)).toBe(1)
      return { frozen }
    })
    await expect(frozen).rejects.toThrow('was changed while its picks were read')
  })

  test('is undone when the picks are opened again, and made by the next lock', async () => {
    const show = await likelyShow()
    await makeSystemCard(db, show.id, 'machine', { set1: [song(0)] })
    await freezeChancesOf(db, show.id)
    await reopen(show.id)
    expect(await listSystemCards(db, show.id)).toMatchObject([{ name: 'the machine' }])
    expect(await expectedOf(show.id)).toEqual([])
    expect(await chancesOf(show.id)).toMatchObject([{ song: song(0), frozenAt: null }])
    await pick(show.id, song(2))
    await sql`UPDATE shows SET locks_at = ${ago(0)} WHERE id = ${show.id}`.execute(db)
    await freezeChancesOf(db, show.id)
    expect(await expectedOf(show.id)).toHaveLength(2)
    expect(await chancesOf(show.id)).toHaveLength(3)
  })

  test('scores the cards of a show that was closed and scored by a run', async () => {
    const show = await makeShow(db)
    await makeChances(db, { showId: show.id, songs: [{ song: song(0), chance: 0.4 }] })
    const userId = await pick(show.id, song(0), song(1))
    await makeSetlist(db, show.id, { set1: [song(0)] })
    await makeScores(db, show, [{ user_id: userId, total: 40 }])
    await freezeChancesOf(db, show.id)
    expect(await crowdOf(show.id)).toMatchObject({
      total: POINTS.correctSpecial,
      beaten_by: 1,
    })
    expect(await listSumJobs()).toHaveLength(1)
  })
})
