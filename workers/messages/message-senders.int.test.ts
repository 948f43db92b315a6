import type { Mailer } from '@called-it/infra/mail/mail'
import { openMailer } from '@called-it/infra/mail/mailer'
import { type Outbound, openOutbound } from '@called-it/infra/outbound/outbound'
import { OutboundError } from '@called-it/infra/outbound/outbound-error'
import { insertOwnNotifications } from '@called-it/infra/postgres/queries/notifications/announcements'
import {
  findUserOfUnsubscribeToken,
  storeNotificationTimes,
} from '@called-it/infra/postgres/queries/notifications/notification-settings'
import { countUnread } from '@called-it/infra/postgres/queries/notifications/notifications'
import { insertJob } from '@called-it/infra/postgres/queries/work/outbox'
import { makeUser } from '@called-it/tests/support/factories/accounts'
import { makeShow } from '@called-it/tests/support/factories/catalogue'
import {
  makeAnnouncement,
  makeWishes,
  notifyAll,
  remindOfNewShow,
  type Wishes,
} from '@called-it/tests/support/factories/notifications'
import { type MailServer, startMailServer } from '@called-it/tests/support/mail-server'
import { PATIENT } from '@called-it/tests/support/patience'
import { type PushService, startPushService } from '@called-it/tests/support/push-service'
import { enqueueScoring } from '@called-it/tests/support/scoring-runs'
import { TEST_SETTINGS_KEYS } from '@called-it/tests/support/settings-keys'
import { databaseOfTest, type TestDatabase } from '@called-it/tests/support/test-database'
import {
  type DeliveryParts,
  deliverMessages,
  listOpenMessages,
  makeMessagesDue,
  startTestSenders,
} from '@called-it/tests/support/workers/sent-messages'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { adoptSlice } from '../jobs/notifications/adopt-slice.ts'

const TWO_HOURS_S = 7_200

let database: TestDatabase
let pushes: PushService
let mails: MailServer
let mailer: Mailer
let parts: DeliveryParts

beforeAll(async () => {
  pushes = await startPushService()
  mails = await startMailServer()
  mailer = openMailer({
    smtpUrl: mails.url,
    dataDir: '/nowhere',
    from: 'Called It <no-reply@picks.example>',
    replyTo: null,
  })
})
afterAll(async () => {
  mailer.close()
  await Promise.all([pushes.stop(), mails.stop()])
})
beforeEach(async () => {
  database = await databaseOfTest()
  pushes.received.length = 0
  mails.received.length = 0
  parts = {
    db: database.db,
    pool: database.pool,
    mailer,
    outbound: openOutbound({ allow: [pushes.host], ca: pushes.cert }),
    settingsKeys: TEST_SETTINGS_KEYS,
    publicUrl: 'https://picks.example',
    letterhead: { product: 'Called It', band: { name: 'Tinhorn' }, texts: { footer: [] } },
  }
})

async function makeFan(wishes: Wishes = {}, status = 201) {
  const user = await makeUser(database.db)
  const device = pushes.subscribe(status)
  await makeWishes(database.db, user.id, { kinds: ['admin-notice'], wishes, devices: [device] })
  return { ...user, ...device }
}

async function makeFans(count: number, wishes?: Wishes) {
  const fans: Awaited<ReturnType<typeof makeFan>>[] = []
  for (let made = 0; made < count; made += 1) fans.push(await makeFan(wishes))
  return fans
}

/** To all fans. */
const announce = (given: Parameters<typeof notifyAll>[1] = {}) => notifyAll(database.db, given)

/** To all fans, at once. */
async function notify(given: Partial<DeliveryParts> = {}) {
  await announce()
  await deliver(given)
}

/** Reminds of a show that locks in two hours, or in another number of them. */
const remind = (userId: number, hours = 2) =>
  remindOfNewShow(database.db, [userId], new Date(Date.now() + hours * 3_600_000))

const listDevices = () => database.db.selectFrom('push_subscriptions').selectAll().execute()
const listOutcomes = () => database.db.selectFrom('messages').select('outcome').execute()

const listOpen = () => listOpenMessages(database.db)
const deliver = (given: Partial<DeliveryParts> = {}) => deliverMessages({ ...parts, ...given })

/** Once more, when its time has come. */
async function deliverAgain() {
  await makeMessagesDue(database.db)
  await deliver()
}

const silent: Outbound = {
  send: () => Promise.reject(new OutboundError('timed-out', 'the response took too long')),
}
const refuse: Outbound = { send: () => Promise.reject(new Error('nothing is to be sent')) }

const mailed = () => mails.received.map(({ to }) => to?.[0]?.address).sort()
const pushed = () => pushes.received.map(({ path }) => `https://${pushes.host}${path}`).sort()

test.each([
  [{}, { page: 1, push: 1, mail: 0 }],
  [{ page: false }, { page: 0, push: 1, mail: 0 }],
  [
    { push: false, mail: true },
    { page: 1, push: 0, mail: 1 },
  ],
  [
    { page: false, push: false },
    { page: 0, push: 0, mail: 0 },
  ],
])('sends a notice where the fan wants it: %j', async (choices, sent) => {
  const fan = await makeFan(choices)
  await notify()
  const { unread: page } = await countUnread(database.db, fan.id)
  expect({ page, push: pushed().length, mail: mailed().length }).toEqual(sent)
  expect(await listOpen()).toEqual([])
})

test('sends each message once with several workers', async () => {
  const fans = await makeFans(30, { mail: true })
  await announce()
  await Promise.all([deliver(), deliver(), deliver()])
  expect(mailed()).toEqual(fans.map(({ email }) => email).sort())
  expect(pushed()).toEqual(fans.map(({ endpoint }) => endpoint).sort())
  expect(await listOpen()).toEqual([])
})

test('sends what 0.10.0 has left to a job', async () => {
  const fan = await makeFan({ mail: true })
  await announce()
  await sql`
    UPDATE messages SET due_at = NULL, expires_at = NULL, host = NULL, urgency = DEFAULT`.execute(database.db)
  await deliver()
  expect([...mailed(), ...pushed()]).toEqual([])
  const ids = (await listOpen()).map(({ id }) => id)
  const slice = { first: Math.min(...ids), last: Math.max(...ids) }
  const outboxId = await database.db.transaction().execute((trx) => insertJob(trx, 'send-messages', slice))
  await adoptSlice({ db: database.db })(slice, { outboxId, attempt: 1 })
  await deliver()
  expect([...mailed(), ...pushed()]).toEqual([fan.email, fan.endpoint])
  expect(await listOpen()).toEqual([])
})

test('pushes the declarative form, signed and replaced by its topic', async () => {
  await makeFan()
  await notify()
  const [push] = pushes.received
  expect(push?.payload).toEqual({
    web_push: 8030,
    notification: {
      title: 'A note from the admins',
      body: 'Hello',
      navigate: 'https://picks.example/notifications',
      lang: 'en',
      tag: expect.stringMatching(/^admin-notice-a\d+$/),
      app_badge: '1',
    },
  })
  expect(push?.headers).toMatchObject({
    ttl: '86400',
    urgency: 'normal',
    topic: expect.stringMatching(/^[\w-]{1,32}$/),
    'content-type': 'application/notification+json',
  })
  expect(push?.claims).toMatchObject({ aud: `https://${pushes.host}`, sub: 'https://picks.example' })
})

test('mails a link that turns these mails off, by one click too', async () => {
  const { id } = await makeFan({ mail: true, push: false })
  await notify()
  const [mail] = mails.received
  const header = (name: string) => mail?.headers.find(({ key }) => key === name)?.value
  const [, token = ''] =
    /<https:\/\/picks\.example\/api\/unsubscribe\/([\w-]{22})\/admin-notice>/.exec(
      header('list-unsubscribe') ?? '',
    ) ?? []
  expect(header('list-unsubscribe-post')).toBe('List-Unsubscribe=One-Click')
  expect(mail?.text).toContain(`https://picks.example/unsubscribe/${token}/admin-notice`)
  expect(mail?.html).toContain(`<a href="https://picks.example/unsubscribe/${token}/admin-notice"`)
  expect(await findUserOfUnsubscribeToken(database.db, token, 'admin-notice')).toBe(id)
  expect(await findUserOfUnsubscribeToken(database.db, token, 'final-score')).toBeNull()
})

test('tries the others when one message fails, and that one again', async () => {
  const failing = await makeFan({ mail: true, push: false })
  const other = await makeFan({ mail: true, push: false })
  mails.refused.add(failing.email)
  await notify()
  expect(mailed()).toEqual([other.email])
  expect(await listOpen()).toMatchObject([{ attempts: 1, last_error: expect.stringContaining('EENVELOPE') }])
  mails.refused.clear()
  await deliverAgain()
  expect(mailed()).toEqual([failing.email, other.email].sort())
})

test('sends news after the scoring of a show, 45 s later at most, reminders at once', async () => {
  const fan = await makeFan()
  const { id: showId } = await makeShow(database.db)
  await enqueueScoring(database.db, showId)
  await announce()
  const senders = startTestSenders(parts)
  // The second after what the first was claimed with.
  for (const pushes of [1, 2]) {
    await remind(fan.id)
    await expect.poll(() => pushed().length, PATIENT).toBe(pushes)
  }
  await senders.stop()
  expect(await listOpen()).toMatchObject([{ attempts: 0, claimed_by: null }])
  await sql`UPDATE messages SET due_at = now() - interval '46 s' WHERE done_at IS NULL`.execute(database.db)
  await deliver()
  expect(pushed()).toHaveLength(3)
})

describe('push service', () => {
  test.each([404, 410])('ends a subscription by %i', async (status) => {
    await makeFan({}, status)
    await notify()
    expect(await listDevices()).toEqual([])
    expect(await listOpen()).toEqual([])
  })

  test.each([429, 503])('is asked again after %i', async (status) => {
    const fan = await makeFan({}, status)
    await notify()
    expect(await listOpen()).toMatchObject([{ last_error: expect.stringContaining(`(${status})`) }])
    pushes.respond(fan.endpoint, 201)
    await deliverAgain()
    expect(pushed()).toEqual([fan.endpoint, fan.endpoint])
    expect(await listOpen()).toEqual([])
  })

  test('waits as long as a 429 says for that device only', async () => {
    const [busy, other] = [await makeFan(), await makeFan()]
    const urls: string[] = []
    const outbound: Outbound = {
      async send({ url }) {
        urls.push(url)
        return url === busy.endpoint ? { status: 429, retryAfter: '600' } : { status: 201 }
      },
    }
    await notify({ outbound })
    expect(urls.sort()).toEqual([busy.endpoint, other.endpoint].sort())
    const open = await database.db
      .selectFrom('messages')
      .select(sql<number>`extract(epoch FROM due_at - now())::float8`.as('seconds'))
      .where('done_at', 'is', null)
      .execute()
    expect(open).toEqual([{ seconds: expect.closeTo(600, -2) }])
  })

  test('gets nothing at a private address, and is not asked again', async () => {
    const fan = await makeFan()
    const outbound = openOutbound({ allow: [], ca: pushes.cert })
    await notify({ outbound })
    expect(pushed()).toEqual([])
    expect(await listOpen()).toEqual([])
    await notify()
    expect(pushed()).toEqual([fan.endpoint])
  })

  test('gets three seconds, and nothing with keys that cannot be used', async () => {
    await makeFan()
    const timeouts: unknown[] = []
    const outbound: Outbound = {
      send: async ({ timeoutMs }) => {
        timeouts.push(timeoutMs)
        return { status: 201 }
      },
    }
    await notify({ outbound })
    expect(timeouts).toEqual([3_000])
    await database.db.updateTable('push_subscriptions').set({ endpoint: 'https://x:99999/secret' }).execute()
    await notify()
    expect(await listOpen()).toEqual([])
  })

  test('is not asked again after 413', async () => {
    await makeFan({}, 413)
    await notify()
    expect(await listOpen()).toEqual([])
    expect(await listDevices()).toHaveLength(1)
  })
})

describe('device', () => {
  const countDevices = async () => (await listDevices()).length
  const passHours = (hours: number) =>
    sql`UPDATE push_subscriptions SET failed_on = (failed_on - make_interval(hours => ${hours}))::date,
      reached_at = reached_at - make_interval(hours => ${hours})`.execute(database.db)

  /** A notice that fails. */
  async function fail(outbound: Outbound = silent) {
    await notify({ outbound })
    await sql`UPDATE messages SET done_at = now()`.execute(database.db)
  }

  async function failForDays(days: number, outbound?: Outbound) {
    for (let day = 0; day < days; day += 1) {
      await fail(outbound)
      await fail(outbound)
      await passHours(24)
    }
  }

  test('stays while its push service is away for two hours', async () => {
    await makeFans(3)
    await notify()
    for (let minutes = 0; minutes < 120; minutes += 20) await fail()
    expect((await listDevices()).map(({ failed_days }) => failed_days)).toEqual([0, 0, 0])
    await failForDays(4)
    expect(await countDevices()).toBe(3)
  })

  test('ends after five days of silence at a host that no other device reaches', async () => {
    await makeFans(2)
    await failForDays(4)
    expect(await countDevices()).toBe(2)
    await fail()
    expect(await countDevices()).toBe(0)
    await deliver()
    expect(await listOpen()).toEqual([])
  })

  test('ends after five days of refusals, also at a host that others reach', async () => {
    await makeFan()
    const failing = await makeFan({}, 503)
    await failForDays(4, parts.outbound)
    await fail(parts.outbound)
    const left = await listDevices()
    expect(left).toHaveLength(1)
    expect(left[0]?.endpoint).not.toBe(failing.endpoint)
  })

  test('has its failures forgotten once a push arrives', async () => {
    const fan = await makeFan()
    await failForDays(4)
    await notify()
    expect(pushed()).toContain(fan.endpoint)
    await failForDays(4)
    expect(await countDevices()).toBe(1)
  })
})

describe('reminder', () => {
  test('is not sent again by another worker, and is after a refusal', async () => {
    const fan = await makeFan()
    await remind(fan.id)
    const release = pushes.hold()
    const senders = startTestSenders(parts)
    await expect.poll(pushed, PATIENT).toEqual([fan.endpoint])
    // As after the death of the first one.
    await sql`UPDATE messages SET claimed_until = now() - interval '1 second'`.execute(database.db)
    await deliverMessages({ ...parts, outbound: refuse })
    expect(await listOpen()).toEqual([])
    pushes.respond(fan.endpoint, 503)
    release()
    await senders.stop()
    pushes.respond(fan.endpoint, 201)
    await deliverAgain()
    expect(pushed()).toEqual([fan.endpoint, fan.endpoint])
    expect(await listOpen()).toEqual([])
  })

  test('counts as sent when no response comes', async () => {
    await remind((await makeFan()).id)
    await deliver({ outbound: silent })
    expect(await listOutcomes()).toEqual([{ outcome: 'silent' }])
    expect(await listOpen()).toEqual([])
  })

  test('is kept for a device that is off until picks close', async () => {
    await remind((await makeFan()).id)
    await deliver()
    const ttl = Number(pushes.received[0]?.headers.ttl)
    expect(ttl).toBeGreaterThan(TWO_HOURS_S - 60)
    expect(ttl).toBeLessThanOrEqual(TWO_HOURS_S)
  })
})

test('sends nothing that was turned off after the notification', async () => {
  const fan = await makeFan({ mail: true })
  await announce()
  await makeWishes(database.db, fan.id, { kinds: ['admin-notice'], wishes: { mail: false, push: false } })
  await deliver()
  expect([...mailed(), ...pushed()]).toEqual([])
})

test.each([
  ['suspended', { suspended_at: new Date() }],
  ['deleted', { deleted_at: new Date(), email: null, password_hash: null }],
])('sends nothing to who is %s, before or after the notification', async (_, state) => {
  const [before, after] = [await makeFan({ mail: true }), await makeFan({ mail: true })]
  const set = (id: number) => database.db.updateTable('users').set(state).where('id', '=', id).execute()
  await set(before.id)
  await announce()
  expect(await database.db.selectFrom('messages').select('user_id').execute()).toEqual([
    { user_id: after.id },
    { user_id: after.id },
  ])
  await set(after.id)
  await deliver()
  expect([...mailed(), ...pushed()]).toEqual([])
  expect(await listOpen()).toEqual([])
})

test("pushes nothing of one fan to a device that is another one's by now", async () => {
  await makeFan()
  const { id: newOwner } = await makeUser(database.db)
  await announce()
  await database.db.updateTable('push_subscriptions').set({ user_id: newOwner }).execute()
  await deliver()
  expect(pushed()).toEqual([])
  expect(await listOpen()).toEqual([])
})

test('holds news of leagues, and no notice, until the quiet hours of each fan end', async () => {
  const now = new Date()
  const hour = now.setUTCMinutes(0, 0, 0)
  const makeSleeper = async (timeZone: string, { from, until }: { from: number; until: number }) => {
    const { id } = await makeFan()
    const hourOfDay = (hours: number) => (now.getUTCHours() + hours + 24) % 24
    const times = { time_zone: timeZone, quiet_from: hourOfDay(from), quiet_until: hourOfDay(until) }
    await database.db.transaction().execute((trx) => storeNotificationTimes(trx, id, times))
    return id
  }
  const inUtc = await makeSleeper('UTC', { from: 0, until: 2 })
  // Nine hours ahead of UTC.
  const inTokyo = await makeSleeper('Asia/Tokyo', { from: 9, until: 12 })
  const awake = await makeSleeper('UTC', { from: 2, until: 3 })
  const listWaits = async () => {
    const { rows } = await sql<{ userId: number; until: Date | null }>`
      SELECT user_id AS "userId", CASE WHEN due_at > now() THEN due_at END AS until
      FROM messages ORDER BY notification_id, user_id`.execute(database.db)
    return rows
  }
  await announce()
  const notices = [inUtc, inTokyo, awake].map((userId) => ({ userId, until: null }))
  expect(await listWaits()).toEqual(notices)
  await announce({ kind: 'league-news', payload: '{"news":"owner","league":{"id":1,"name":"Row F"}}' })
  const inHours = (hours: number) => new Date(hour + hours * 3_600_000)
  expect(await listWaits()).toEqual([
    ...notices,
    { userId: inUtc, until: inHours(2) },
    { userId: inTokyo, until: inHours(3) },
    { userId: awake, until: null },
  ])
})

test('sends nothing after its use', async () => {
  await makeFan({ mail: true })
  await announce()
  await sql`UPDATE messages SET expires_at = now(), due_at = now() + interval '1 minute'`.execute(database.db)
  const senders = startTestSenders(parts)
  await expect.poll(listOpen, PATIENT).toEqual([])
  await senders.stop()
  expect([...mailed(), ...pushed()]).toEqual([])
  expect(await listOutcomes()).toEqual([{ outcome: 'expired' }, { outcome: 'expired' }])
})

describe('order', () => {
  test('has reminders by their lock first, then tonight, finals and news', async () => {
    const fan = await makeFan({ push: false, mail: true })
    const kinds = ['pick-reminder', 'first-song', 'final-score'] as const
    await makeWishes(database.db, fan.id, { kinds, wishes: { mail: true } })
    await announce()
    const show = await makeShow(database.db, { locks_at: new Date(Date.now() + 3_600_000) })
    for (const [kind, payload] of [
      ['final-score', { players: 4 }],
      ['first-song', { song: 'Row F' }],
    ] as const) {
      const { id } = await makeAnnouncement(database.db, {
        kind,
        show_id: show.id,
        payload: JSON.stringify(payload),
      })
      await database.db
        .transaction()
        .execute((trx) =>
          insertOwnNotifications(trx, { id, kind }, [{ userId: fan.id, detail: { total: 3, rank: 1 } }]),
        )
    }
    await remind(fan.id, 3)
    await remind(fan.id, 2)
    const { rows } = await sql<{ kind: string; hours: number }>`
      SELECT announcements.kind, round(extract(epoch FROM expires_at - now()) / 3600)::integer AS hours
      FROM messages JOIN notifications ON notifications.id = notification_id
        JOIN announcements ON announcements.id = announcement_id
      WHERE channel = 'mail' ORDER BY urgency, expires_at`.execute(database.db)
    expect(rows).toEqual([
      { kind: 'pick-reminder', hours: 2 },
      { kind: 'pick-reminder', hours: 3 },
      { kind: 'first-song', hours: 4 },
      { kind: 'final-score', hours: 48 },
      { kind: 'admin-notice', hours: 72 },
    ])
    await deliverMessages({ ...parts, settings: { places: { mail: 1, push: 1 } } })
    expect(mails.received.map(({ subject }) => subject)).toEqual([
      'You have no picks yet',
      'You have no picks yet',
      'They opened with Row F',
      'You won the night! 3 points, #1 of 4',
      'A note from the admins',
    ])
  })
})

describe('silent push host', () => {
  /** Answers at `localhost`, and never at other hosts. */
  const silentBeside: Outbound = {
    send: (request) =>
      new URL(request.url).host === pushes.host ? parts.outbound.send(request) : silent.send(request),
  }
  const moveTo = (userId: number, host: string) =>
    sql`
      UPDATE push_subscriptions SET endpoint = 'https://' || ${host}::text || '/' || id WHERE user_id = ${userId}`.execute(
      database.db,
    )

  test('costs five attempts, and its messages wait afterwards', async () => {
    for (const { id } of await makeFans(8)) await moveTo(id, 'silent.example')
    const good = await makeFan()
    await notify({ outbound: silentBeside })
    expect(pushed()).toEqual([good.endpoint])
    const open = await listOpen()
    expect(open).toHaveLength(8)
    expect(open.filter(({ attempts }) => attempts === 1)).toHaveLength(5)
    expect(open.filter(({ due_at }) => Number(due_at) > Date.now() + 20_000).length).toBeGreaterThanOrEqual(4)
  })

  test('does not hold up others while it is asked', async () => {
    const asked: string[] = []
    const held = Promise.withResolvers<void>()
    const hanging: Outbound = {
      async send(request) {
        const { host } = new URL(request.url)
        if (host === pushes.host) return parts.outbound.send(request)
        asked.push(host)
        await held.promise
        throw new OutboundError('timed-out', 'the response took too long')
      },
    }
    for (const { id } of await makeFans(60)) await moveTo(id, `silent-${id % 30}.example`)
    const good = await makeFan()
    await sql`UPDATE push_subscriptions SET reached_at = now() WHERE user_id = ${good.id}`.execute(
      database.db,
    )
    await announce()
    const senders = startTestSenders({ ...parts, outbound: hanging })
    await expect.poll(pushed, PATIENT).toEqual([good.endpoint])
    expect(asked).toHaveLength(20)
    expect(new Set(asked).size).toBe(20)
    held.resolve()
    await senders.stop()
  })
})
