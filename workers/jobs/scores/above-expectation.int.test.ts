import { noPublisher } from '@called-it/infra/events/publisher'
import { eraseUser } from '@called-it/infra/postgres/queries/accounts/users'
import { enqueueSums } from '@called-it/infra/postgres/queries/chances/above-expectation'
import { listSystemCards } from '@called-it/infra/postgres/queries/chances/system-cards'
import { tryHoldLock } from '@called-it/infra/postgres/queries/work/advisory-locks'
import { JobBusyError } from '@called-it/infra/queues/worker'
import { POINTS } from '@called-it/shared/game/points'
import { emptyTables } from '@called-it/tests/support/empty-tables'
import { makeUser } from '@called-it/tests/support/factories/accounts'
import { makeSetlist, makeShow } from '@called-it/tests/support/factories/catalogue'
import { makeSystemCard } from '@called-it/tests/support/factories/chances'
import { makeBand, makeNight } from '@called-it/tests/support/factories/night'
import { makeScores } from '@called-it/tests/support/factories/scores'
import { benchOfFile } from '@called-it/tests/support/workers/run-bench'
import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import { sumAboveExpectation } from './sum-above-expectation.ts'

const bench = await benchOfFile()
const { db } = bench
const { id: song, ids } = await makeBand(db, 4)

beforeEach(() => emptyTables(db, 'shows', 'expected_points', 'above_expectation', 'outbox'))

const listSumJobs = () => bench.listJobs('sum-above-expectation')
const expectPoints = (show_id: number, user_id: number, points: number) =>
  db.insertInto('expected_points').values({ show_id, user_id, points }).execute()

async function sumUp(): Promise<void> {
  for (const { outboxId } of await listSumJobs()) {
    await sumAboveExpectation({ db, publisher: noPublisher })({}, { outboxId, attempt: 1 })
  }
}
const enqueue = (showIds: number[]) => db.transaction().execute((trx) => enqueueSums(trx, showIds))
const readSums = () => db.selectFrom('above_expectation').selectAll().orderBy('user_id').execute()

describe('system card', () => {
  const cardsOf = async (showId: number) =>
    (await listSystemCards(db, showId)).map(({ total, beaten_by }) => [total, beaten_by])

  test('is scored with the show and reset with it, and counts as no player', async () => {
    const played = { set1: ids(0, 1) }
    const show = await makeNight(db, { setlist: played, cards: [played, played] })
    await makeSystemCard(db, show.id, 'machine', { set1: ids(0) })
    await makeSystemCard(db, show.id, 'crowd', played)
    const unscored = [
      [null, null],
      [null, null],
    ]
    const trial = await bench.run('test-score-show', { showId: show.id, fetchSetlist: false })
    expect(trial.state).toBe('done')
    expect(await cardsOf(show.id)).toEqual(unscored)

    expect(await bench.score(show.id)).toMatchObject({ result: { processed: 2, errors: 0 } })
    const [machine, crowd] = await cardsOf(show.id)
    expect(machine).toEqual([POINTS.correctSpecial, 2])
    expect(crowd?.[1]).toBe(0)
    const { rows } = await sql`SELECT user_id FROM standings ORDER BY user_id`.execute(db)
    expect(rows).toEqual(show.userIds.map((user_id) => ({ user_id })))

    await bench.run('reset-scores', { showId: show.id })
    expect(await cardsOf(show.id)).toEqual(unscored)
  })

  test('is scored again when songs are merged, also where no player has one', async () => {
    const show = await makeNight(db, { setlist: { set1: ids(0) } })
    await makeSystemCard(db, show.id, 'machine', { set1: ids(2) })
    await bench.score(show.id)
    expect(await cardsOf(show.id)).toEqual([[0, 0]])
    await bench.run('merge-song', { songId: song(2), into: song(0) })
    expect(await cardsOf(show.id)).toEqual([[POINTS.correctSpecial, 0]])
    await bench.run('merge-song', { songId: song(2), into: null })
    expect(await cardsOf(show.id)).toEqual([[0, 0]])
  })
})

describe('points above expectation', () => {
  test('enqueues one sum for shows with expected points that are scored or reset', async () => {
    const night = { setlist: { set1: ids(0) } }
    await bench.scoredNight(night)
    expect(await listSumJobs()).toHaveLength(0)
    const shows = [await makeNight(db, night), await makeNight(db, night)]
    for (const { id } of shows) {
      await expectPoints(id, 1, 1)
      await bench.score(id)
    }
    expect(await listSumJobs()).toHaveLength(1)
    await sumUp()
    await bench.run('reset-scores', { showId: shows[0]?.id ?? null })
    expect(await listSumJobs()).toHaveLength(1)
  })

  test('enqueues a second sum while one runs', async () => {
    const { id } = await makeShow(db)
    await expectPoints(id, 1, 1)
    await enqueue([id])
    await db.transaction().execute(async (trx) => {
      await sql`SELECT FROM outbox FOR UPDATE`.execute(trx)
      await enqueue([id])
    })
    expect(await listSumJobs()).toHaveLength(2)
  })

  test('is busy while another sum runs', async () => {
    const { id } = await makeShow(db)
    await expectPoints(id, 1, 1)
    await enqueue([id])
    await db.transaction().execute(async (trx) => {
      await tryHoldLock(trx, 'sums above expectation')
      await expect(sumUp()).rejects.toThrow(JobBusyError)
    })
    expect(await listSumJobs()).toHaveLength(1)
    await sumUp()
    expect(await listSumJobs()).toHaveLength(0)
  })

  test('sums scored shows of players who have five and a profile', async () => {
    const users = [await makeUser(db), await makeUser(db), await makeUser(db)]
    const [player, casual, gone] = users.map(({ id }) => id)
    if (!player || !casual || !gone) throw new Error('no users')
    const shows: number[] = []
    for (let number = 1; number <= 6; number += 1) {
      const show = await makeShow(db)
      shows.push(show.id)
      await makeSetlist(db, show.id)
      for (const userId of [player, gone]) await expectPoints(show.id, userId, 10.5)
      if (number <= 4) await expectPoints(show.id, casual, 10)
      // The last one is not scored.
      if (number === 6) continue
      await makeScores(
        db,
        show,
        [player, casual, gone].map((user_id) => ({ user_id, total: 10 + number })),
      )
    }
    await eraseUser(db, gone)
    const expected = [{ user_id: player, shows: 5, above: 12.5 }]
    for (const round of [1, 2]) {
      await enqueue(shows)
      await sumUp()
      expect(await readSums(), `round ${round}`).toEqual(expected)
    }
    await sql`UPDATE shows SET score_set_id = NULL WHERE id = ${shows[0]}`.execute(db)
    await enqueue(shows)
    await sumUp()
    expect(await readSums()).toEqual([])
  })
})
