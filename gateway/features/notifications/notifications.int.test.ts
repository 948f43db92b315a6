import { NOTIFICATION_LIMITS, NOTIFICATIONS_PAGE } from '@called-it/shared/contract/notifications'
import { listAuditEntries } from '@called-it/tests/support/audit-entries'
import { makeAdmin, makeUser } from '@called-it/tests/support/factories/accounts'
import { makeShow } from '@called-it/tests/support/factories/catalogue'
import { makeAnnouncement, makeNotification } from '@called-it/tests/support/factories/notifications'
import { gatewayOfFile } from '@called-it/tests/support/gateway/start-gateway'
import { openLiveClient } from '@called-it/tests/support/live-client'
import { beforeEach, expect, onTestFinished, test } from 'vitest'

const gateway = await gatewayOfFile()
const { db } = gateway.postgres
let userId: number
let as: string
const PATH = '/api/users/current/notifications'

beforeEach(async () => {
  const user = await makeUser(db)
  userId = user.id
  as = await gateway.loginAs(user)
})

async function notify(count: number, given: { announcement_id?: number; created_at?: Date } = {}) {
  const announcement_id = given.announcement_id ?? (await makeAnnouncement(db)).id
  const ids: number[] = []
  for (let left = count; left > 0; left -= 1) {
    ids.push((await makeNotification(db, { user_id: userId, ...given, announcement_id })).id)
  }
  return ids
}

const list = (query = {}) => gateway.request('listNotifications', query, { as })
const read = (json: object, cookie = as) => gateway.send('POST', `${PATH}/read`, { as: cookie, json })
const countUnread = async () => (await gateway.send('GET', `${PATH}/unread`, { as })).json

test('lists notifications with show, payload and detail', async () => {
  const show = await makeShow(db)
  const { id } = await makeAnnouncement(db, {
    kind: 'final-score',
    show_id: show.id,
    payload: JSON.stringify({ players: 12 }),
  })
  const detail = JSON.stringify({ total: 40, rank: 3 })
  const notification = await makeNotification(db, { user_id: userId, announcement_id: id, detail })
  expect(await list()).toEqual({
    notifications: [
      {
        id: notification.id,
        kind: 'final-score',
        at: notification.created_at.toISOString(),
        is_read: false,
        show: { id: show.id, date: show.showdate, venue: show.venue },
        content: { players: 12, total: 40, rank: 3 },
      },
    ],
    unread: 1,
    next: null,
  })
  await db.deleteFrom('shows').where('id', '=', show.id).execute()
  expect(await list()).toEqual({ notifications: [], unread: 0, next: null })
})

test('pages through the newest 200, and no others count', async () => {
  await notify(1, { created_at: new Date(Date.now() - (NOTIFICATION_LIMITS.days + 1) * 86_400_000) })
  expect((await list()).notifications).toEqual([])
  const newest = (await notify(NOTIFICATION_LIMITS.count + 5)).slice(5).reverse()
  const listed: number[] = []
  for (let next: number | null = null, page = await list(); ; page = await list({ before: next })) {
    expect(page.notifications).toHaveLength(NOTIFICATIONS_PAGE)
    expect(page.unread).toBe(NOTIFICATION_LIMITS.count)
    listed.push(...page.notifications.map(({ id }) => id))
    next = page.next
    if (next === null) break
  }
  expect(listed).toEqual(newest)
})

test('marks one as read, and all up to one, any number of times', async () => {
  const [first = 0, second, third] = await notify(4)
  const areRead = async () => (await list()).notifications.map(({ is_read }) => is_read)
  for (const _ of [1, 2]) expect((await read({ id: second })).json).toEqual({ unread: 3, version: 0 })
  expect(await areRead()).toEqual([false, false, true, false])
  for (const _ of [1, 2]) expect((await read({ until: third })).json).toMatchObject({ unread: 1 })
  expect(await areRead()).toEqual([false, true, true, true])
  expect(await countUnread()).toEqual({ unread: 1, version: 0 })
  expect((await read({ until: first - 1 })).status).toBe(200)
})

test('makes the other pages of the user refetch', async () => {
  const page = await openLiveClient(gateway.url, 'websocket', as)
  onTestFinished(() => void page.socket.disconnect())
  const [id] = await notify(1)
  await read({ id })
  await expect.poll(() => page.all('notifications:read')).toEqual([{}])
})

test('marks nothing of another user', async () => {
  const ids = await notify(2)
  const other = await gateway.loginAs(await makeUser(db))
  for (const which of [{ id: ids[0] }, { until: ids[1] }]) {
    expect((await read(which, other)).json).toEqual({ unread: 0, version: 0 })
  }
  expect(await countUnread()).toEqual({ unread: 2, version: 0 })
})

test('enqueues a notice of an admin for everybody', async () => {
  const admin = await makeAdmin(db)
  const json = { text: ' Maintenance\ntonight ' }
  const response = await gateway.send('POST', '/api/admin/notices', {
    as: await gateway.loginAs(admin),
    json,
  })
  expect(response.status).toBe(200)
  const text = 'Maintenance\ntonight'
  const announcement = await db
    .selectFrom('announcements')
    .selectAll()
    .where('sent_at', 'is', null)
    .executeTakeFirstOrThrow()
  expect(announcement).toMatchObject({ kind: 'admin-notice', show_id: null, payload: { text } })
  expect(await db.selectFrom('outbox').select(['job', 'payload']).execute()).toEqual([
    { job: 'send-announcement', payload: { announcementId: announcement.id } },
  ])
  expect(await listAuditEntries(db, { action: 'notice:sent' })).toMatchObject([
    { actor_id: admin.id, details: { text } },
  ])
})
