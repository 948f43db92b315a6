import { insertAnnouncement } from '@called-it/infra/postgres/queries/notifications/announcements'
import { holdLock } from '@called-it/infra/postgres/queries/work/advisory-locks'
import { emptyTables } from '@called-it/tests/support/empty-tables'
import { makeUser } from '@called-it/tests/support/factories/accounts'
import { makeAnnouncement, makeNotification } from '@called-it/tests/support/factories/notifications'
import { makePrediction } from '@called-it/tests/support/factories/scores'
import { countWaitingQueries } from '@called-it/tests/support/waiting-queries'
import { listedShow } from '@called-it/tests/support/workers/listed'
import { benchOfFile } from '@called-it/tests/support/workers/run-bench'
import { beforeEach, expect, test } from 'vitest'
import { storeShows } from '../catalogue/store-shows.ts'
import { sendAnnouncement } from './send-announcement.ts'

const bench = await benchOfFile()
let fan: number
let other: number

beforeEach(async () => {
  await emptyTables(bench.db, 'shows', 'users', 'outbox', 'announcements', 'notifications')
  fan = (await makeUser(bench.db)).id
  other = (await makeUser(bench.db)).id
})

const list = (given: Parameters<typeof listedShow>[2]) =>
  bench.db
    .transaction()
    .execute((trx) =>
      storeShows(trx, 'test-site', [
        listedShow('one', null, { city: 'Portland', state: 'ME', country: 'USA', ...given }),
      ]),
    )

async function listPicked(given: Parameters<typeof listedShow>[2]): Promise<void> {
  await list(given)
  const { id: showId } = await bench.db.selectFrom('shows').select('id').executeTakeFirstOrThrow()
  await makePrediction(bench.db, { showId, userId: fan, picks: { set1: [1] } })
}

/** Delivers the open jobs, each twice. */
async function deliver(): Promise<void> {
  const open = await bench.db.selectFrom('outbox').selectAll().where('done_at', 'is', null).execute()
  for (const { id: outboxId, payload } of open) {
    const announcementId = Number(payload.announcementId)
    for (const attempt of [1, 2]) await sendAnnouncement(bench)({ announcementId }, { outboxId, attempt })
  }
}

const listTold = () =>
  bench.db
    .selectFrom('notifications')
    .innerJoin('announcements', 'announcements.id', 'notifications.announcement_id')
    .select(['user_id', 'kind', 'payload'])
    .orderBy('notifications.id')
    .execute()

test('tells those who picked a show once when its lock moves', async () => {
  await listPicked({ date: '2099-07-04' })
  for (const date of ['2099-07-05', '2099-07-05', '2099-07-06']) await list({ date })
  await deliver()
  const first = { from: '2099-07-04T23:30:00.000Z', to: '2099-07-06T23:30:00.000Z' }
  expect(await listTold()).toEqual([{ user_id: fan, kind: 'lock-moved', payload: first }])
  await list({ date: '2099-07-04' })
  await list({ date: '2099-07-06' })
  await deliver()
  expect(await listTold()).toHaveLength(1)
  await list({ date: '2099-07-04' })
  await deliver()
  expect(await listTold()).toMatchObject([{}, { payload: { from: first.to, to: first.from } }])
})

test('does not wait for a move that is being sent', async () => {
  await listPicked({ date: '2099-07-04' })
  await list({ date: '2099-07-05' })
  await bench.db.transaction().execute(async (trx) => {
    await trx.updateTable('announcements').set({ sent_at: new Date() }).execute()
    await list({ date: '2099-07-06' })
  })
  const announced = await bench.db.selectFrom('announcements').select('payload').orderBy('id').execute()
  expect(announced).toMatchObject([{}, { payload: { from: '2099-07-05T23:30:00.000Z' } }])
})

test('tells those who picked a show once that its source has cancelled it', async () => {
  await listPicked({ date: '2099-07-04' })
  for (const excluded of [true, true, false, true]) {
    await list({ date: '2099-07-04', excluded })
    await deliver()
  }
  expect(await listTold()).toEqual([{ user_id: fan, kind: 'show-cancelled', payload: { reason: null } }])
})

test('tells all users what concerns no show', async () => {
  const notice = { kind: 'admin-notice', showId: null, payload: { text: 'Hello' } } as const
  await bench.db.transaction().execute((trx) => insertAnnouncement(trx, notice))
  await deliver()
  expect((await listTold()).map(({ user_id }) => user_id)).toEqual([fan, other])
})

test('gives later ids to what is committed later', async () => {
  const notice = { kind: 'admin-notice', showId: null, payload: { text: 'Hello' } } as const
  await bench.db.transaction().execute((trx) => insertAnnouncement(trx, notice))
  const [first, delivered] = await bench.db.transaction().execute(async (trx) => {
    await holdLock(trx, 'notifications')
    const delivering = deliver()
    await expect.poll(() => countWaitingQueries(bench.pool)).toBe(1)
    const { id: announcement_id } = await makeAnnouncement(trx)
    return [await makeNotification(trx, { user_id: fan, announcement_id }), { delivering }] as const
  })
  await delivered.delivering
  const ids = await bench.db.selectFrom('notifications').select('id').orderBy('id').execute()
  expect(ids).toHaveLength(3)
  expect(ids[0]).toEqual({ id: first.id })
})
