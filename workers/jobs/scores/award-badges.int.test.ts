import { eraseDataOfUser } from '@called-it/infra/postgres/queries/accounts/user-columns'
import { eraseUser } from '@called-it/infra/postgres/queries/accounts/users'
import { enqueueBadges } from '@called-it/infra/postgres/queries/badges/badges'
import { tryHoldLock } from '@called-it/infra/postgres/queries/work/advisory-locks'
import { JobBusyError } from '@called-it/infra/queues/worker'
import { BADGES } from '@called-it/shared/game/badges'
import { badgesFromScratch } from '@called-it/tests/support/badges-from-scratch'
import { DAILY_SEED } from '@called-it/tests/support/daily-seed'
import { endsWithCase } from '@called-it/tests/support/ends-with-case'
import { makeUser } from '@called-it/tests/support/factories/accounts'
import { makeSetlist, makeShow, makeTour } from '@called-it/tests/support/factories/catalogue'
import { makeSystemCard } from '@called-it/tests/support/factories/chances'
import { makeBand, makeNight } from '@called-it/tests/support/factories/night'
import { makePrediction } from '@called-it/tests/support/factories/scores'
import { benchOfFile } from '@called-it/tests/support/workers/run-bench'
import fc from 'fast-check'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { awardBadges, awardBadgesOf } from './award-badges.ts'

const bench = await benchOfFile()
const { db, score } = bench
const { id: song } = await makeBand(db, 14)

const listJobs = () => bench.listJobs('award-badges')
const deliver = async (jobs = listJobs()) => {
  for (const { outboxId, payload } of await jobs)
    await awardBadges(bench)({ showId: Number(payload.showId) }, { outboxId, attempt: 1 })
}
const enqueue = (showIds: number[]) => db.transaction().execute((trx) => enqueueBadges(trx, showIds))

const indexes = (maxLength: number) => fc.array(fc.nat(13), { minLength: 1, maxLength })
const setlists = fc.record({ set1: indexes(5), set2: indexes(4), encore: indexes(2) })
const cards = fc.record({ set1: indexes(8), set2: indexes(8), encore: indexes(3) })
const songsOf = (sets: { set1: number[]; set2: number[]; encore: number[] }) => ({
  set1: sets.set1.map(song),
  set2: sets.set2.map(song),
  encore: sets.encore.map(song),
})
/** A world in which each badge is won; what changes in it differs from day to day. */
const WORLD_SEED = 1
const draw = <T>(from: fc.Arbitrary<T>, count: number) =>
  fc.sample(from, { numRuns: count, seed: WORLD_SEED })

/** Fifty past shows, so that two songs are bust-outs; then two tours and a show on none, with the cards of six users. */
async function makeWorld(): Promise<{ showIds: number[]; tourIds: number[]; userIds: number[] }> {
  for (let day = 0; day < 52; day += 1) {
    const set1 = day === 0 ? [song(12), song(13)] : [song(0)]
    await makeNight(db, { show: { daysFromToday: day - 100 }, setlist: { set1 } })
  }
  const tourIds = [(await makeTour(db)).id, (await makeTour(db)).id]
  await makeShow(db, { tour_id: tourIds[0] ?? null, daysFromToday: -40, cancelled_at: new Date() })
  const userIds: number[] = []
  for (let count = 0; count < 7; count += 1) userIds.push((await makeUser(db)).id)
  const showIds: number[] = []
  for (const [index, sets] of draw(setlists, 9).entries()) {
    const tour_id = index === 8 ? null : (tourIds[Math.floor(index / 4)] ?? null)
    const { id: showId } = await makeShow(db, { tour_id, daysFromToday: index - 40 })
    await makeSetlist(db, showId, songsOf(sets))
    for (const [place, card] of draw(cards, 7).entries()) {
      // The others miss some shows.
      if (place > 2 && (place + index) % 3 === 0) continue
      await makePrediction(db, { showId, userId: userIds[place] ?? 0, picks: songsOf(card) })
    }
    if (index % 2 === 0) await makeSystemCard(db, showId, 'machine', { set1: [song(index), song(1)] })
    showIds.push(showId)
  }
  await eraseUser(db, userIds.pop() ?? 0)
  return { showIds, tourIds, userIds }
}

/** A scored show whose only player has badges. */
async function callOpener(daysFromToday: number) {
  const played = { set1: [song(0)] }
  const { id, userIds } = await bench.scoredNight({
    show: { daysFromToday },
    setlist: played,
    cards: [played],
  })
  await deliver()
  return { showId: id, userId: userIds[0] ?? 0 }
}

const readBadges = async () => {
  const rows = await db.selectFrom('badges').selectAll().execute()
  return rows.map(({ user_id, badge, show_id }) => `${user_id} ${badge} ${show_id}`).sort()
}

describe('award-badges', () => {
  const changeAtRandom = endsWithCase(async (signal) => {
    const { showIds, tourIds, userIds } = await makeWorld()
    const show = fc.constantFrom(...showIds)
    const changes = fc.oneof(
      { weight: 4, arbitrary: show.map((showId) => () => score(showId)) },
      { weight: 2, arbitrary: show.map((showId) => () => bench.run('reset-scores', { showId })) },
      {
        weight: 3,
        arbitrary: fc.tuple(show, setlists).map(([showId, sets]) => async () => {
          await makeSetlist(db, showId, songsOf(sets))
          await score(showId)
        }),
      },
      fc.tuple(show, fc.constantFrom(...tourIds)).map(
        ([showId, tourId]) =>
          () =>
            bench.run('move-show', { showId, tourId }),
      ),
    )
    const seen = new Set<string>()
    const check = async () => {
      await deliver()
      const badges = await readBadges()
      expect(badges).toEqual(await badgesFromScratch(db, userIds))
      for (const badge of badges) seen.add(badge.split(' ')[1] ?? '')
    }
    for (const showId of showIds) await score(showId)
    await check()
    const neverHere = ['shows-10', 'shows-25']
    expect([...seen].sort()).toEqual(BADGES.filter((badge) => !neverHere.includes(badge)).sort())
    const several = fc.array(changes, { minLength: 1, maxLength: 4 })
    await fc.assert(
      fc.asyncProperty(several, async (list) => {
        signal.throwIfAborted()
        for (const change of list) await change()
        await check()
      }),
      { numRuns: 6, seed: DAILY_SEED, endOnFailure: true },
    )

    await enqueue(showIds)
    const rows = () => sql`SELECT xmin::text, * FROM badges ORDER BY user_id, badge`.execute(db)
    const before = await rows()
    await deliver()
    expect((await rows()).rows).toEqual(before.rows)

    await bench.run('reset-scores', { showId: null })
    await deliver()
    expect(await readBadges()).toEqual([])
    expect(await db.selectFrom('night_feats').selectAll().execute()).toEqual([])
  })

  test('follows from the scores alone, whatever came before', { timeout: 120_000 }, changeAtRandom)

  test('runs once for jobs that wait, and never twice at once', async () => {
    const [first, second] = [await makeShow(db), await makeShow(db)].map(({ id }) => id)
    await enqueue([first ?? 0, second ?? 0])
    await enqueue([first ?? 0])
    const jobs = await listJobs()
    expect(jobs).toHaveLength(2)
    await db.transaction().execute(async (trx) => {
      await tryHoldLock(trx, 'badges')
      await expect(deliver()).rejects.toThrow(JobBusyError)
      // A job that runs may have read before this change.
      await sql`SELECT FROM outbox WHERE id = ${jobs[0]?.outboxId} FOR UPDATE`.execute(trx)
      await enqueue([first ?? 0])
    })
    expect(await listJobs()).toHaveLength(3)
    await deliver(Promise.resolve(jobs.slice(0, 1)))
    expect(await listJobs()).toHaveLength(0)
  })

  test('is deleted with the data of its player', async () => {
    const { showId, userId } = await callOpener(-5)
    expect(await readBadges()).toEqual([
      `${userId} first-show ${showId}`,
      `${userId} opener-called ${showId}`,
    ])
    await db.transaction().execute((trx) => eraseDataOfUser(trx, userId))
    expect(await readBadges()).toEqual([])
  })

  test('has the season built of each tour that is over, once its feats are found', async () => {
    const tours = [await makeTour(db), await makeTour(db), await makeTour(db)]
    const [over, running, other] = tours.map(({ id }) => id)
    const makeScored = async (tour_id = 0) =>
      (await bench.scoredNight({ show: { tour_id, daysFromToday: -3 }, setlist: { set1: [song(0)] } })).id
    const listBuilds = async () => {
      const runs = db.selectFrom('runs').select(['subject', 'state']).where('kind', '=', 'build-season')
      return runs.where('state', '=', 'queued').execute()
    }
    await makeScored(other)
    await deliver()
    await db.deleteFrom('outbox').where('job', '=', 'build-season').execute()
    await db.deleteFrom('runs').where('kind', '=', 'build-season').execute()

    const showIds = [await makeScored(over), await makeScored(over), await makeScored(running)]
    await makeShow(db, { tour_id: running ?? 0 })
    await enqueue(showIds)
    expect(await listBuilds()).toEqual([])
    bench.published.length = 0
    await deliver()
    expect(await listBuilds()).toEqual([{ subject: `season:${over}`, state: 'queued' }])
    expect(bench.published).toContain('runs')
    await enqueue(showIds)
    await deliver()
    expect(await listBuilds()).toHaveLength(1)
  })

  test('leaves nothing of a profile that is deleted meanwhile and does not wait', async () => {
    const { showId, userId } = await callOpener(-4)
    // Its badges are to change, too.
    await db.updateTable('badges').set({ show_id: null }).where('user_id', '=', userId).execute()

    const awarding = await db.startTransaction().execute()
    await tryHoldLock(awarding, 'badges')
    await awardBadgesOf(awarding, [showId])
    await db.transaction().execute(async (trx) => {
      await eraseUser(trx, userId)
      await eraseDataOfUser(trx, userId)
    })
    await awarding.commit().execute()
    await deliver()
    for (const table of ['badges', 'night_feats'] as const) {
      expect(await db.selectFrom(table).selectAll().where('user_id', '=', userId).execute()).toEqual([])
    }
  })

  test('waits for the deletion of a profile', async () => {
    const { id: showId } = await makeShow(db)
    const { id: userId } = await makeUser(db)
    await enqueue([showId])
    await db.transaction().execute(async (trx) => {
      await eraseDataOfUser(trx, userId)
      await expect(deliver()).rejects.toThrow(JobBusyError)
    })
    expect(await listJobs()).toHaveLength(1)
    await deliver()
    expect(await listJobs()).toHaveLength(0)
  })
})
