import { insertDueFreezes } from '@called-it/infra/postgres/queries/chances/frozen-chances'
import { getRootsSince, insertDueCommitments } from '@called-it/infra/postgres/queries/proofs/pick-locks'
import { putFact } from '@called-it/infra/postgres/queries/work/installation-facts'
import { commitPicksOf } from '@called-it/tests/support/commit-picks'
import { emptyTables } from '@called-it/tests/support/empty-tables'
import { makeSetlist, makeShow } from '@called-it/tests/support/factories/catalogue'
import { freezeChancesOf } from '@called-it/tests/support/factories/chances'
import { makeScores } from '@called-it/tests/support/factories/scores'
import { databaseOfFile } from '@called-it/tests/support/test-database'
import { countWaitingQueries } from '@called-it/tests/support/waiting-queries'
import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'

const database = await databaseOfFile()
const { db } = database

beforeEach(async () => {
  await emptyTables(db, 'shows', 'pick_commitments', 'outbox')
  await putFact(db, 'roots-since', ago(60 * 24 * 30).toISOString())
})

const ago = (minutes: number) => new Date(Date.now() - minutes * 60_000)
const lockedShow = (given: Parameters<typeof makeShow>[1] = {}) =>
  makeShow(db, { locks_at: ago(1), ...given })

async function listShowsOf(job: string) {
  const jobs = db.selectFrom('outbox').select('payload').where('job', '=', job).where('done_at', 'is', null)
  return (await jobs.execute()).map(({ payload }) => payload)
}

const enqueue = async () => insertDueCommitments(db, await getRootsSince(db))
async function dueShows() {
  await enqueue()
  const jobs = db.selectFrom('outbox').select('payload').where('job', '=', 'commit-picks')
  return (await jobs.execute()).map(({ payload }) => payload)
}

describe('schedule of commitments', () => {
  test.each<[string, () => Promise<{ id: number }>]>([
    ['at its lock', lockedShow],
    ['days ago', () => lockedShow({ locks_at: ago(6 * 24 * 60) })],
    [
      'early by a scoring run',
      async () => {
        const show = await makeShow(db)
        await makeSetlist(db, show.id, { set1: [] })
        await makeScores(db, show)
        return show
      },
    ],
    ['early by a run, and reset', () => makeShow(db, { picks_closed: true, settled_by_order: 1 })],
  ])('enqueues one for a show that was locked %s', async (_, make) => {
    const { id: showId } = await make()
    expect(await dueShows()).toEqual([{ showId }])
    await enqueue()
    expect(await dueShows()).toEqual([{ showId }])
    await commitPicksOf(db, showId)
    await sql`UPDATE outbox SET done_at = now()`.execute(db)
    expect(await dueShows()).toHaveLength(2)
  })

  test('enqueues one when two workers look at once', async () => {
    const { id: showId } = await lockedShow()
    const { enqueued } = await db.transaction().execute(async (trx) => {
      await sql`LOCK TABLE outbox IN SHARE MODE`.execute(trx)
      const first = enqueue()
      await expect.poll(() => countWaitingQueries(database.pool)).toBe(1)
      return { enqueued: [first, enqueue()] }
    })
    await Promise.all(enqueued)
    expect(await dueShows()).toEqual([{ showId }])
  })

  test.each([
    ['takes picks', { locks_at: ago(-1) }],
    ['is cancelled', { locks_at: ago(1), cancelled_at: ago(2) }],
    ['may be opened again by a run', { picks_closed: true, closed_by_run: 1 }],
    ['was locked over a week ago', { locks_at: ago(7 * 24 * 60 + 1) }],
  ])('leaves a show that %s', async (_, given) => {
    await makeShow(db, given)
    expect(await dueShows()).toEqual([])
  })

  test('leaves what was locked before the first start of this release', async () => {
    await putFact(db, 'roots-since', ago(5).toISOString())
    await lockedShow({ locks_at: ago(6) })
    const show = await lockedShow({ locks_at: ago(4) })
    expect(await dueShows()).toEqual([{ showId: show.id }])
  })
})

describe('schedule of frozen chances', () => {
  test('enqueues one after the root of a lock, and again after another lock', async () => {
    await makeShow(db, { locks_at: ago(-1) })
    const { id: showId } = await lockedShow()
    const dueFreezes = async () => {
      await insertDueFreezes(db)
      return listShowsOf('freeze-chances')
    }
    await enqueue()
    expect(await dueFreezes()).toEqual([])
    await sql`UPDATE outbox SET done_at = now()`.execute(db)
    expect(await dueFreezes()).toEqual([{ showId }])
    expect(await dueFreezes()).toEqual([{ showId }])
    await freezeChancesOf(db, showId)
    await sql`UPDATE outbox SET done_at = now()`.execute(db)
    expect(await dueFreezes()).toEqual([])
    // By a gateway of an older release, which keeps the card.
    await sql`UPDATE system_predictions SET created_at = ${ago(2)}`.execute(db)
    expect(await dueFreezes()).toEqual([{ showId }])
  })
})
