import { insertDueWeeklyTables } from '@called-it/infra/postgres/queries/outlets/weekly-tables'
import { publicEvents } from '@called-it/shared/outlets/public-events'
import { emptyTables } from '@called-it/tests/support/empty-tables'
import { makeUser } from '@called-it/tests/support/factories/accounts'
import { makeSetlist, makeShow, makeSong } from '@called-it/tests/support/factories/catalogue'
import { makeLeague } from '@called-it/tests/support/factories/leagues'
import { makePrediction, makeScores } from '@called-it/tests/support/factories/scores'
import { deliverToUsers, listNotified } from '@called-it/tests/support/workers/notified-users'
import { benchOfFile } from '@called-it/tests/support/workers/run-bench'
import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { LEAGUES_PER_JOB } from '../jobs/notifications/announce-week.ts'

const bench = await benchOfFile()
let fans: number[]
const songId = (await makeSong(bench.db)).id
beforeEach(async () => {
  await emptyTables(bench.db, 'shows', 'outbox', 'public_events', 'notifications', 'announcements', 'leagues')
  fans = []
  for (const displayName of ['Ada', 'Bo', 'Cy']) fans.push((await makeUser(bench.db, { displayName })).id)
})

/** March 4, 2024 is a Monday. */
const WEEK = { from: '2024-03-04', to: '2024-03-10' }
const MONDAY_AFTER = new Date('2024-03-11T13:00:00Z')

async function makeScored(showdate: string, ...totals: number[]) {
  const show = await makeShow(bench.db, { showdate })
  await makeSetlist(bench.db, show.id, { set1: [songId] })
  await makeScores(
    bench.db,
    show,
    totals.map((total, index) => ({ user_id: fans[index] ?? 0, total })),
  )
  return show
}

async function listTables(now: Date) {
  await Promise.all([1, 2].map(() => insertDueWeeklyTables(bench.db, now)))
  await insertDueWeeklyTables(bench.db, now)
  const rows = await bench.db
    .selectFrom('public_events')
    .select('payload')
    .where('kind', '=', 'weekly-table')
    .orderBy('id')
    .execute()
  return rows.map(({ payload }) => publicEvents['weekly-table'].strict().parse(payload))
}

test("stores a week's points once it is over, in the order of boards", async () => {
  await makeScored('2024-03-03', 99)
  await makeScored(WEEK.from, 10, 30)
  await makeScored(WEEK.to, 20, 0, 30)
  await makeScored('2024-03-11', 99)
  await sql`UPDATE users SET shows_picks = false WHERE id = ${fans[0]}`.execute(bench.db)

  expect(await listTables(new Date('2024-03-10T23:59:00Z'))).toMatchObject([{ from: '2024-02-26' }])
  const [, ...tables] = await listTables(MONDAY_AFTER)
  expect(tables).toEqual([
    {
      ...WEEK,
      shows: 2,
      rows: [
        // The better show, then fewer shows.
        { rank: 1, name: 'Cy', points: 30 },
        { rank: 1, name: 'Bo', points: 30 },
        { rank: 1, name: 'Ada', points: 30 },
      ],
    },
  ])
})

test('has the first ten rows', async () => {
  while (fans.length < 12) fans.push((await makeUser(bench.db)).id)
  await makeScored(WEEK.from, ...fans.map((_, index) => 50 - index))
  const [table] = await listTables(MONDAY_AFTER)
  expect(table?.rows.map(({ rank, points }) => [rank, points])).toEqual(
    Array.from({ length: 10 }, (_, index) => [index + 1, 50 - index]),
  )
})

test('waits for picked shows until Wednesday noon', async () => {
  await makeScored(WEEK.from, 10)
  const open = await makeShow(bench.db, { showdate: WEEK.to })
  await makeShow(bench.db, { showdate: WEEK.to })
  await makePrediction(bench.db, { showId: open.id, userId: fans[0] ?? 0, picks: { set1: [songId] } })

  expect(await listTables(MONDAY_AFTER)).toEqual([])
  expect(await listTables(new Date('2024-03-13T11:59:00Z'))).toEqual([])
  expect(await listTables(new Date('2024-03-13T12:00:00Z'))).toMatchObject([{ ...WEEK, shows: 1 }])
})

const UNPLAYED = ['cancelled_at = now()', 'excluded = true', 'vanished_at = now()']

test.each(UNPLAYED)('does not wait for a show with %s', async (change) => {
  await makeScored(WEEK.from, 10)
  const open = await makeShow(bench.db, { showdate: WEEK.to })
  await makePrediction(bench.db, { showId: open.id, userId: fans[0] ?? 0, picks: { set1: [songId] } })
  await sql`UPDATE shows SET ${sql.raw(change)} WHERE id = ${open.id}`.execute(bench.db)
  expect(await listTables(MONDAY_AFTER)).toMatchObject([{ ...WEEK, shows: 1 }])
})

test('stores no table of a week without scores, or before the last two', async () => {
  await makeShow(bench.db, { showdate: WEEK.from })
  await makeScored('2024-02-19', 10)
  expect(await listTables(MONDAY_AFTER)).toEqual([])
})

test('tells members of leagues their places of the week, once', async () => {
  const [one = 0, other = 0, third = 0] = fans
  const league = await makeLeague(bench.db, [one, other, third], { name: 'Row F', drop_worst: 1 })
  await makeLeague(bench.db, [one, third], { name: 'One with points' })
  await makeLeague(bench.db, [one, other], { name: 'Deleted', deleted_at: new Date() })
  await makeScored(WEEK.from, 10, 30)
  await makeScored(WEEK.to, 5, 5)
  await listTables(MONDAY_AFTER)
  await deliverToUsers(bench)
  await listTables(MONDAY_AFTER)
  await deliverToUsers(bench)

  const news = { news: 'week', league: { id: league.id, name: 'Row F' } }
  expect(await listNotified(bench, 'league-news')).toEqual([
    { ...news, userId: one, place: { rank: 2, of: 3, points: 15 } },
    { ...news, userId: other, place: { rank: 1, of: 3, points: 35 } },
    { ...news, userId: third, place: { rank: 3, of: 3, points: 0 } },
  ])
})

test('tells the members of many leagues in several jobs, once', async () => {
  const [one = 0, other = 0] = fans
  const leagueIds: number[] = []
  while (leagueIds.length <= LEAGUES_PER_JOB) leagueIds.push((await makeLeague(bench.db, [one, other])).id)
  await makeScored(WEEK.from, 10, 30)
  await listTables(MONDAY_AFTER)
  await deliverToUsers(bench)
  expect(await listNotified(bench, 'league-news')).toHaveLength(2 * LEAGUES_PER_JOB)
  await deliverToUsers(bench)
  await deliverToUsers(bench)
  const notified = await listNotified(bench, 'league-news')
  const ofOne = notified.filter(({ userId }) => userId === one)
  expect(ofOne).toMatchObject(leagueIds.map((id) => ({ league: { id } })))
  expect(notified).toHaveLength(2 * leagueIds.length)
})
