import { makeAdmin, makeUser } from '@called-it/tests/support/factories/accounts'
import { makeShow } from '@called-it/tests/support/factories/catalogue'
import { makePrediction } from '@called-it/tests/support/factories/scores'
import { gatewayOfFile } from '@called-it/tests/support/gateway/start-gateway'
import { expect, test } from 'vitest'

const gateway = await gatewayOfFile()
const { db } = gateway.postgres
const LOCK = '2035-07-04T23:30:00.000Z'
const PASSED = '2025-07-04T23:30:00.000Z'
const reason = 'The start was wrong'

const as = await gateway.loginAs(await makeAdmin(db))

async function makeShows(given: Parameters<typeof makeShow>[1]) {
  const [picked, other] = [await makeShow(db, given), await makeShow(db, given)]
  const { id: userId } = await makeUser(db)
  await makePrediction(db, { showId: picked.id, userId, picks: { set1: [1] } })
  return { picked: picked.id, other: other.id }
}

async function change(showId: number, method: string, action: string, json?: object): Promise<void> {
  const path = `/api/admin/shows/${showId}/${action}`
  expect(await gateway.send(method, path, { as, json })).toMatchObject({ status: 200 })
}

const listAnnounced = (showIds: readonly number[]) =>
  db
    .selectFrom('announcements')
    .select(['show_id', 'kind', 'payload'])
    .where('show_id', 'in', showIds)
    .orderBy('id')
    .execute()

test.each<[string, Parameters<typeof makeShow>[1], string, string, object, string, object]>([
  [
    'another lock',
    { showdate: '2035-07-04', locks_at: LOCK },
    'PUT',
    'lock',
    { locks_at: '2035-07-04T20:00:00Z' },
    'lock-moved',
    { from: LOCK, to: '2035-07-04T20:00:00.000Z' },
  ],
  [
    'another start',
    { showdate: '2035-07-04', locks_at: LOCK },
    'PUT',
    'start',
    { starts_local: '20:00' },
    'lock-moved',
    { from: LOCK, to: '2035-07-05T00:00:00.000Z' },
  ],
  [
    'reopened picks',
    { locks_at: PASSED },
    'POST',
    'reopen',
    { locks_at: LOCK, reason },
    'picks-reopened',
    { until: LOCK, reason },
  ],
  ['a cancellation', {}, 'POST', 'cancel', { reason: 'Snow' }, 'show-cancelled', { reason: 'Snow' }],
])('announces %s to those who picked the show', async (_, given, method, action, json, kind, payload) => {
  const { picked, other } = await makeShows(given)
  for (const showId of [picked, other]) await change(showId, method, action, json)
  expect(await listAnnounced([picked, other])).toEqual([{ show_id: picked, kind, payload }])
})

test('announces neither small moves of a lock nor a restored show', async () => {
  const { picked } = await makeShows({ showdate: '2035-07-04', locks_at: LOCK })
  await change(picked, 'PUT', 'lock', { locks_at: '2035-07-04T23:29:30Z' })
  expect(await listAnnounced([picked])).toEqual([])
  for (const locks_at of ['2035-07-04T20:00:00Z', LOCK]) await change(picked, 'PUT', 'lock', { locks_at })
  await change(picked, 'POST', 'lock-now')
  expect(await listAnnounced([picked])).toEqual([])
  await change(picked, 'POST', 'cancel', { reason: 'Snow' })
  await change(picked, 'POST', 'restore')
  expect(await listAnnounced([picked])).toHaveLength(1)
})
