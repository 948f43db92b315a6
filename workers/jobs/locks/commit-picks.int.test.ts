import { noPublisher } from '@called-it/infra/events/publisher'
import { proofTree } from '@called-it/infra/pick-proofs/pick-proofs'
import { openPicksAgain } from '@called-it/infra/postgres/queries/catalogue/show-locks'
import { findShowForShare } from '@called-it/infra/postgres/queries/catalogue/shows'
import { putFact } from '@called-it/infra/postgres/queries/work/installation-facts'
import { insertJob } from '@called-it/infra/postgres/queries/work/outbox'
import { HASH_BYTES } from '@called-it/shared/game/proof-tree'
import { emptyTables } from '@called-it/tests/support/empty-tables'
import { makeAdmin, makeUser } from '@called-it/tests/support/factories/accounts'
import { makeShow, makeSong } from '@called-it/tests/support/factories/catalogue'
import { makePrediction } from '@called-it/tests/support/factories/scores'
import { makePredictedShow } from '@called-it/tests/support/predicted-show'
import { databaseOfFile } from '@called-it/tests/support/test-database'
import { countWaitingQueries, killWaitingQueries } from '@called-it/tests/support/waiting-queries'
import { workersOfTest } from '@called-it/tests/support/workers/worker-bench'
import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import { commitPicks } from './commit-picks.ts'

const database = await databaseOfFile()
const { db } = database

const songId = (await makeSong(db)).id
beforeEach(async () => {
  await emptyTables(db, 'shows', 'pick_commitments', 'outbox')
  await putFact(db, 'roots-since', ago(60 * 24 * 30).toISOString())
})

const ago = (minutes: number) => new Date(Date.now() - minutes * 60_000)
const lockedShow = (given: Parameters<typeof makeShow>[1] = {}) =>
  makeShow(db, { locks_at: ago(1), ...given })

async function pick(showId: number, userId?: number) {
  const id = userId ?? (await makeUser(db)).id
  await makePrediction(db, { showId, userId: id, picks: { set1: [songId] } })
  return id
}

const listJobs = (job: string) =>
  db.selectFrom('outbox').select(['id', 'payload', 'done_at']).where('job', '=', job).orderBy('id').execute()
const listLocks = (showId: number) =>
  db.selectFrom('pick_locks').selectAll().where('show_id', '=', showId).orderBy('number').execute()
const listLeaves = (showId: number) =>
  db.selectFrom('pick_commitments').selectAll().where('show_id', '=', showId).orderBy('user_id').execute()

async function commit(showId: number): Promise<void> {
  const outboxId = await db.transaction().execute((trx) => insertJob(trx, 'commit-picks', { showId }))
  const deliver = () => commitPicks({ db, publisher: noPublisher })({ showId }, { outboxId, attempt: 1 })
  await deliver()
  await deliver()
}

const reopen = (showId: number) =>
  db.transaction().execute((trx) =>
    openPicksAgain(trx, showId, {
      locksAt: ago(-60),
      notice: { kind: 'reopened', at: ago(0).toISOString(), reason: 'too early', from: null },
    }),
  )

describe('commitment', () => {
  test('has a leaf of each player by user id, and is mailed to confirmed admins', async () => {
    const show = await lockedShow()
    const admins = [await makeAdmin(db), await makeAdmin(db, { isVerified: false })]
    const players = [await pick(show.id), await pick(show.id), await pick(show.id, admins[0]?.id)]
    await commit(show.id)
    const leaves = await listLeaves(show.id)
    expect(leaves.map(({ user_id, lock_no }) => [user_id, lock_no])).toEqual(
      players.toSorted((one, other) => one - other).map((id) => [id, 1]),
    )
    expect(new Set(leaves.map(({ leaf }) => leaf.toString('hex'))).size).toBe(3)
    expect(await listLocks(show.id)).toMatchObject([
      {
        number: 1,
        leaves: 3,
        root: Buffer.from(proofTree.rootOf(Buffer.concat(leaves.map(({ leaf }) => leaf)))),
        showdate: show.showdate,
        locked_at: show.locks_at,
        replaced_at: null,
      },
    ])
    expect(await listJobs('mail-pick-root')).toMatchObject([
      { payload: { userId: admins[0]?.id, showId: show.id, lockNo: 1 } },
    ])
  })

  test('has neither root nor mail without predictions', async () => {
    const show = await lockedShow()
    await makeAdmin(db)
    await commit(show.id)
    expect(await listLocks(show.id)).toMatchObject([{ number: 1, leaves: 0, root: null, nodes: null }])
    expect(await listJobs('mail-pick-root')).toEqual([])
  })

  test('keeps the nodes and first players of every 1,024 leaves', async () => {
    const show = await makePredictedShow(db, 9_000)
    await sql`UPDATE shows SET locks_at = now()`.execute(db)
    await commit(show.id)
    const leaves = await listLeaves(show.id)
    const [lock] = await listLocks(show.id)
    expect(lock).toMatchObject({
      leaves: 9_000,
      root: Buffer.from(proofTree.rootOf(Buffer.concat(leaves.map(({ leaf }) => leaf)))),
    })
    expect(lock?.nodes).toHaveLength(9 * HASH_BYTES)
    expect(lock?.first_users).toEqual(
      leaves.filter((_, at) => at % 1_024 === 0).map(({ user_id }) => user_id),
    )
  })

  test('includes a save that was checked before the lock and is not committed yet', async () => {
    const show = await lockedShow()
    const userId = (await makeUser(db)).id
    const { committed } = await db.transaction().execute(async (trx) => {
      await findShowForShare(trx, show.id)
      await makePrediction(trx, { showId: show.id, userId, picks: { set1: [songId] } })
      const committed = commit(show.id)
      await expect.poll(() => countWaitingQueries(database.pool)).toBe(1)
      return { committed }
    })
    await committed
    expect(await listLeaves(show.id)).toMatchObject([{ user_id: userId }])
  })

  test('is not stored when the picks are opened again meanwhile', async () => {
    const show = await lockedShow()
    await pick(show.id)
    const { committed } = await db.transaction().execute(async (trx) => {
      await sql`LOCK TABLE predictions IN ACCESS EXCLUSIVE MODE`.execute(trx)
      const committed = commit(show.id)
      committed.catch(() => undefined)
      await expect.poll(() => countWaitingQueries(database.pool)).toBe(1)
      await reopen(show.id)
      return { committed }
    })
    await expect(committed).rejects.toThrow('was changed while its picks were read')
    expect([await listLocks(show.id), await listLeaves(show.id)]).toEqual([[], []])
  })

  test('leaves nothing of a worker that is killed, and is made by the next one', async () => {
    const show = await lockedShow()
    await pick(show.id)
    await makeAdmin(db)
    await db.transaction().execute(async (trx) => {
      await sql`LOCK TABLE pick_locks IN SHARE MODE`.execute(trx)
      const killed = expect(commit(show.id)).rejects.toThrow()
      await expect.poll(() => countWaitingQueries(database.pool)).toBe(1)
      await killWaitingQueries(database.pool)
      await killed
    })
    expect([await listLeaves(show.id), await listJobs('mail-pick-root')]).toEqual([[], []])
    await commit(show.id)
    expect(await listLocks(show.id)).toMatchObject([{ number: 1, leaves: 1 }])
    expect(await listLeaves(show.id)).toHaveLength(1)
  })

  test('is replaced by that of the next lock when the picks are opened again', async () => {
    const show = await lockedShow()
    const first = await pick(show.id)
    await commit(show.id)
    await reopen(show.id)
    const second = await pick(show.id)
    await db
      .updateTable('shows')
      .set({ locks_at: ago(0) })
      .where('id', '=', show.id)
      .execute()
    await commit(show.id)
    expect(await listLocks(show.id)).toMatchObject([
      { number: 1, leaves: 1, replaced_at: expect.any(Date) },
      { number: 2, leaves: 2, replaced_at: null },
    ])
    expect((await listLeaves(show.id)).map(({ lock_no, user_id }) => [lock_no, user_id])).toEqual(
      expect.arrayContaining([
        [1, first],
        [2, first],
        [2, second],
      ]),
    )
  })
})

test('replaces a root older than the lock, of picks that release 0.6.0 opened', async () => {
  const show = await lockedShow()
  await pick(show.id)
  await commit(show.id)
  await sql`UPDATE pick_locks SET created_at = ${ago(2)}`.execute(db)
  await pick(show.id)
  await commit(show.id)
  expect(await listLocks(show.id)).toMatchObject([
    { leaves: 1, replaced_at: expect.any(Date) },
    { leaves: 2, replaced_at: null },
  ])
})

test('is made and mailed by the workers', async () => {
  const admin = await makeAdmin(db, { displayName: 'Juniper' })
  const show = await lockedShow({ showdate: '2026-07-03', venue: 'The Mill' })
  await pick(show.id)
  const workers = workersOfTest({ database })
  await expect
    .poll(() => workers.sent.find(({ to }) => to.address === admin.email))
    .toMatchObject({ kind: 'pick-root', subject: 'fingerprint of the picks for 2026-07-03, The Mill' })
  const [lock] = await listLocks(show.id)
  const text = workers.sent.find(({ to }) => to.address === admin.email)?.text
  expect(text).toContain(`\n\n${lock?.root?.toString('hex')}\n\n`)
  expect(text).toContain(`https://picks.example/shows/${show.id}/proof`)
})
