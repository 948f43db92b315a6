import { storeChoice } from '@called-it/infra/postgres/queries/notifications/notification-settings'
import { storePushSubscription } from '@called-it/infra/postgres/queries/notifications/push-subscriptions'
import type { Channel } from '@called-it/shared/notifications/channels'
import { makeUser } from '@called-it/tests/support/factories/accounts'
import { makeShow, makeSong } from '@called-it/tests/support/factories/catalogue'
import { makePrediction } from '@called-it/tests/support/factories/scores'
import { createTestDatabase, type TestDatabase } from '@called-it/tests/support/test-database'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { remindFans } from './pick-reminders.ts'

const HOUR_IN_MS = 3_600_000
const NEXT_DAY = 24 * HOUR_IN_MS

/** Where it is day now, so that a lock in two hours is on the same day. */
const zone = ['Pacific/Honolulu', 'America/New_York', 'Europe/Berlin', 'Asia/Tokyo'].find((name) => {
  const hour = Number(
    new Intl.DateTimeFormat('en-US', { timeZone: name, hour: 'numeric', hourCycle: 'h23' }).format(),
  )
  return hour >= 6 && hour < 20
})

let database: TestDatabase
beforeEach(async () => {
  database = await createTestDatabase()
})
afterEach(() => database.drop())

async function makeFan({ choices = {} }: { choices?: Partial<Record<Channel, boolean>> } = {}) {
  const user = await makeUser(database.db)
  await database.db
    .insertInto('notification_settings')
    .values({ user_id: user.id, time_zone: zone ?? null, quiet_from: 0, quiet_until: 0 })
    .execute()
  await database.db.transaction().execute(async (trx) => {
    await storePushSubscription(trx, user.id, {
      endpoint: `https://push.example/${user.id}`,
      p256dh: 'key',
      auth: 'secret',
      max: 10,
    })
    for (const channel of ['page', 'push', 'mail'] as const) {
      const isOn = choices[channel]
      if (isOn !== undefined) await storeChoice(trx, user.id, { kind: 'pick-reminder', channel, isOn })
    }
  })
  return user
}

/** Locks two hours after the reminder, which is due since a minute. */
const makeDueShow = (given: Parameters<typeof makeShow>[1] = {}) =>
  makeShow(database.db, {
    daysFromToday: 1,
    locks_at: new Date(Date.now() + 2 * HOUR_IN_MS - 60_000),
    ...given,
  })

const remind = () => remindFans({ db: database.db, publisher: { publish: async () => undefined } })

async function listReminded() {
  const rows = await database.db
    .selectFrom('reminders')
    .innerJoin('notifications', 'notifications.user_id', 'reminders.user_id')
    .innerJoin('messages', 'messages.user_id', 'reminders.user_id')
    .select(['reminders.user_id', 'reminders.show_id', 'reminders.kind', 'messages.channel'])
    .orderBy('reminders.user_id')
    .orderBy('messages.channel')
    .execute()
  return rows.map(({ user_id, show_id, kind, channel }) => [user_id, show_id, kind, channel])
}

test('reminds fans without picks by the channels that are on, once', async () => {
  const show = await makeDueShow()
  const pushed = await makeFan()
  const mailed = await makeFan({ choices: { push: false, mail: true } })
  const picked = await makeFan()
  await makeFan({ choices: { push: false } })
  await makeUser(database.db)
  const song = await makeSong(database.db)
  await makePrediction(database.db, { showId: show.id, userId: picked.id, picks: { set1: [song.id] } })
  await Promise.all([remind(), remind(), remind()])
  await remind()
  expect(await listReminded()).toEqual([
    [pushed.id, show.id, 'before-lock', 'push'],
    [mailed.id, show.id, 'before-lock', 'mail'],
  ])
})

test('reminds of the show that locks first, and of one show a day', async () => {
  const later = await makeDueShow({ locks_at: new Date(Date.now() + 2 * HOUR_IN_MS - 30_000) })
  const first = await makeDueShow()
  const fan = await makeFan()
  await remind()
  expect(await listReminded()).toEqual([[fan.id, first.id, 'before-lock', 'push']])
  await database.db.deleteFrom('shows').where('id', '=', first.id).execute()
  const { id: songId } = await makeSong(database.db)
  const other = await makeFan()
  const third = await makeDueShow()
  await makePrediction(database.db, { showId: third.id, userId: other.id, picks: { set1: [songId] } })
  await remind()
  expect(await listReminded()).toContainEqual([other.id, later.id, 'before-lock', 'push'])
})

test.each([
  ['is cancelled', { cancelled_at: new Date() }],
  ['is excluded', { excluded: true }],
  ['has left its source', { vanished_at: new Date() }],
  ['takes no picks any more', { picks_closed: true }],
  ['locks later than it did', { locks_at: new Date(Date.now() + 2 * HOUR_IN_MS + NEXT_DAY) }],
] as const)('reminds of no show that %s', async (_, given) => {
  await makeDueShow(given)
  await makeFan()
  await remind()
  expect(await listReminded()).toEqual([])
})

test('reminds neither deleted nor suspended fans', async () => {
  await makeDueShow()
  const suspended = await makeFan()
  await database.db
    .updateTable('users')
    .set({ suspended_at: new Date() })
    .where('id', '=', suspended.id)
    .execute()
  await remind()
  expect(await listReminded()).toEqual([])
})
