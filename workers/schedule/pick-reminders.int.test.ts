import { noPublisher } from '@called-it/infra/events/publisher'
import { announceToPlayers } from '@called-it/infra/postgres/queries/notifications/announcements'
import { listClaimedMessages } from '@called-it/infra/postgres/queries/notifications/messages'
import { emptyTables } from '@called-it/tests/support/empty-tables'
import { makeUser } from '@called-it/tests/support/factories/accounts'
import { makeShow } from '@called-it/tests/support/factories/catalogue'
import { makeWishes, type Wishes } from '@called-it/tests/support/factories/notifications'
import { makePrediction } from '@called-it/tests/support/factories/scores'
import { databaseOfFile } from '@called-it/tests/support/test-database'
import { countWaitingQueries } from '@called-it/tests/support/waiting-queries'
import { listOpenMessages } from '@called-it/tests/support/workers/sent-messages'
import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import { remindOfPicks } from './pick-reminders.ts'

const MINUTE = 60_000
/** It is between 9 and 21 o'clock there: neither quiet nor near another day. Its clocks never change. */
const DAYTIME = new Date().getUTCHours() < 12 ? 'Asia/Tokyo' : 'America/Sao_Paulo'

const database = await databaseOfFile()
const { db } = database

beforeEach(async () => {
  await emptyTables(db, 'shows', 'users', 'announcements', 'notifications', 'messages', 'outbox')
})

const inMinutes = (minutes: number) => new Date(Date.now() + minutes * MINUTE)

/** Whose reminder, two hours before, was due a minute ago. */
const makeDueShow = (given: Parameters<typeof makeShow>[1] = {}) =>
  makeShow(db, { locks_at: inMinutes(119), time_zone: DAYTIME, ...given })

const pick = (showId: number, userId: number) => makePrediction(db, { showId, userId, picks: { set1: [1] } })

type FanSettings = { time_zone?: string; quiet_from?: number; quiet_until?: number }
type Fan = { devices?: number; choices?: Wishes; settings?: FanSettings }

/** By default with a device, and no settings. */
async function makeFan({ devices = 1, choices = {}, settings }: Fan = {}) {
  const { id } = await makeUser(db)
  await makeWishes(db, id, {
    kinds: ['pick-reminder'],
    wishes: choices,
    devices: Array.from({ length: devices }, (_, index) => ({
      endpoint: `https://push.example/${id}/${index}`,
      p256dh: 'key',
      auth: 'secret',
    })),
  })
  if (settings) {
    await db
      .insertInto('notification_settings')
      .values({ user_id: id, time_zone: null, ...settings })
      .execute()
  }
  return id
}

const updateUser = (id: number, set: { deleted_at?: Date; suspended_at?: Date; email_verified_at?: null }) =>
  db.updateTable('users').set(set).where('id', '=', id).execute()

const remind = () => remindOfPicks({ db, publisher: noPublisher })

/** Everybody's, as [user, show], by user. Each has a row that keeps it the only one of its day. */
async function reminded(): Promise<[number, number | null][]> {
  const notifications = await db
    .selectFrom('notifications')
    .innerJoin('announcements', 'announcements.id', 'announcement_id')
    .select(['user_id', 'show_id', 'kind'])
    .orderBy('user_id')
    .execute()
  const stored = await db.selectFrom('reminders').select(['user_id', 'show_id']).execute()
  const sent = notifications.map(({ user_id, show_id }): [number, number | null] => [user_id, show_id])
  expect(notifications.every(({ kind }) => kind === 'pick-reminder')).toBe(true)
  expect(new Set(stored.map(({ user_id, show_id }) => `${user_id} ${show_id}`))).toEqual(
    new Set(sent.map((pair) => pair.join(' '))),
  )
  return sent
}

const hourThere = () =>
  Number(new Intl.DateTimeFormat('en-GB', { timeZone: DAYTIME, hour: '2-digit' }).format(inMinutes(-1)))

const openMessages = () => listOpenMessages(db)

describe('reminders of picks', () => {
  test('reminds fans without picks on each of their devices, once', async () => {
    const { id: showId } = await makeDueShow()
    const [fan, done] = [await makeFan({ devices: 2 }), await makeFan()]
    await pick(showId, done)
    await remind()
    await remind()
    expect(await reminded()).toEqual([[fan, showId]])
    expect((await openMessages()).map(({ user_id, channel }) => [user_id, channel])).toEqual([
      [fan, 'push'],
      [fan, 'push'],
    ])
    const { payload, sent_at } = await db
      .selectFrom('announcements')
      .select(['payload', 'sent_at'])
      .executeTakeFirstOrThrow()
    expect(sent_at).not.toBeNull()
    expect(Object.keys(payload)).toEqual(['locks_at'])
  })

  test('inserts one when workers look at once', async () => {
    const { id: showId } = await makeDueShow()
    const fans = [await makeFan(), await makeFan(), await makeFan()]
    const { workers } = await db.transaction().execute(async (trx) => {
      await sql`LOCK TABLE reminders IN SHARE MODE`.execute(trx)
      const workers = [remind(), remind(), remind()]
      await expect.poll(() => countWaitingQueries(database.pool)).toBe(3)
      return { workers }
    })
    await Promise.all(workers)
    expect(await reminded()).toEqual(fans.map((fan) => [fan, showId]))
    expect(await openMessages()).toHaveLength(3)
  })

  test.each<[string, Parameters<typeof makeShow>[1]]>([
    ['cancelled', { cancelled_at: new Date() }],
    ['excluded', { excluded: true }],
    ['no longer listed', { vanished_at: new Date() }],
    ['closed', { picks_closed: true }],
    ['locked', { locks_at: inMinutes(-1) }],
    ['not due', { locks_at: inMinutes(121) }],
    ['due half an hour ago', { locks_at: inMinutes(89) }],
  ])('leaves out a show that is %s', async (_, given) => {
    await makeFan()
    await makeDueShow(given)
    await remind()
    expect(await reminded()).toEqual([])
  })

  test.each<[string, Fan, string[]]>([
    ['without a device', { devices: 0 }, []],
    ['with pushes off', { choices: { push: false } }, []],
    ['with pushes off and mails on', { choices: { push: false, mail: true } }, ['mail']],
    ['without a device and with mails on', { devices: 0, choices: { mail: true } }, ['mail']],
    ['with both', { choices: { mail: true } }, ['push', 'mail']],
    ['with the list on the page off', { choices: { page: false } }, ['push']],
  ])('sends by the channels that are on, to a fan %s', async (_, given, channels) => {
    const { id: showId } = await makeDueShow()
    const fan = await makeFan(given)
    await remind()
    expect(await reminded()).toEqual(channels.length > 0 ? [[fan, showId]] : [])
    expect((await openMessages()).map(({ channel }) => channel)).toEqual(channels)
  })

  test.each([
    ['who is deleted', { deleted_at: new Date(), email: null, password_hash: null }, {}],
    ['who is suspended', { suspended_at: new Date() }, {}],
    ['without a verified address', { email_verified_at: null }, { devices: 0, choices: { mail: true } }],
  ])('leaves out a fan %s', async (_, columns, given) => {
    await makeDueShow()
    await updateUser(await makeFan(given), columns)
    await remind()
    expect(await reminded()).toEqual([])
  })

  test('keeps to the zone and the quiet hours of each fan', async () => {
    const { id: showId } = await makeDueShow()
    const hour = hourThere()
    const quiet = { quiet_from: hour, quiet_until: (hour + 3) % 24 }
    const awake = await makeFan({ settings: { time_zone: DAYTIME, quiet_from: 0, quiet_until: 0 } })
    const noZone = await makeFan({ settings: {} })
    await makeFan({ settings: { time_zone: DAYTIME, ...quiet } })
    await makeFan({ settings: quiet })
    await remind()
    expect(await reminded()).toEqual([
      [awake, showId],
      [noZone, showId],
    ])
  })

  test('reminds once a day, of the show without picks that locks first', async () => {
    const late = await makeDueShow({ locks_at: inMinutes(118) })
    const early = await makeDueShow({ locks_at: inMinutes(117) })
    const [none, pickedEarly, pickedBoth] = [await makeFan(), await makeFan(), await makeFan()]
    await pick(early.id, pickedEarly)
    await pick(early.id, pickedBoth)
    await pick(late.id, pickedBoth)
    await remind()
    await pick(early.id, none)
    await remind()
    expect(await reminded()).toEqual([
      [none, early.id],
      [pickedEarly, late.id],
    ])
  })

  test('moves with the lock of a show', async () => {
    const { id: showId } = await makeDueShow({ locks_at: inMinutes(300) })
    const fan = await makeFan()
    await remind()
    expect(await reminded()).toEqual([])
    for (const minutes of [119, 118]) {
      await db.updateTable('shows').set('locks_at', inMinutes(minutes)).where('id', '=', showId).execute()
      await remind()
    }
    expect(await reminded()).toEqual([[fan, showId]])
  })

  test.each([
    ['picks are saved', (showId: number, fan: number) => pick(showId, fan)],
    [
      'picks are closed',
      (showId: number) =>
        db.updateTable('shows').set({ picks_closed: true }).where('id', '=', showId).execute(),
    ],
  ])('drops a waiting message once %s', async (_, change) => {
    const { id: showId } = await makeDueShow()
    const fan = await makeFan()
    await remind()
    const [{ id = 0 } = {}] = await openMessages()
    const read = () => listClaimedMessages(db, 'push', [id])
    expect(await read()).toMatchObject([{ userId: fan, kind: 'pick-reminder' }])
    await change(showId, fan)
    expect(await read()).toEqual([])
  })

  test('repeats no news to players after a reminder to others', async () => {
    const { id: showId } = await makeDueShow()
    const [player] = [await makeFan(), await makeFan()]
    await pick(showId, player)
    const cancellation = { kind: 'show-cancelled' as const, showId, payload: { reason: null } }
    const announce = () => db.transaction().execute((trx) => announceToPlayers(trx, [cancellation]))
    await announce()
    await remind()
    await announce()
    const jobs = db.selectFrom('outbox').select('id').where('job', '=', 'send-announcement')
    expect(await jobs.execute()).toHaveLength(1)
  })
})
