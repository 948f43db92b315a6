import type { Mailer } from '@called-it/infra/mail/mail'
import { openMailer } from '@called-it/infra/mail/mailer'
import { type Outbound, openOutbound } from '@called-it/infra/outbound/outbound'
import { OutboundError } from '@called-it/infra/outbound/outbound-error'
import {
  insertNotifications,
  insertOwnNotifications,
} from '@called-it/infra/postgres/queries/notifications/announcements'
import {
  storeChoice,
  storeNotificationTimes,
} from '@called-it/infra/postgres/queries/notifications/notification-settings'
import { countUnread } from '@called-it/infra/postgres/queries/notifications/notifications'
import { storePushSubscription } from '@called-it/infra/postgres/queries/notifications/push-subscriptions'
import { findUserOfUnsubscribeToken } from '@called-it/infra/postgres/queries/notifications/unsubscribe-tokens'
import { CHANNELS, type Channel } from '@called-it/shared/notifications/channels'
import { makeUser } from '@called-it/tests/support/factories/accounts'
import { makeShow } from '@called-it/tests/support/factories/catalogue'
import { makeAnnouncement } from '@called-it/tests/support/factories/notifications'
import { type MailServer, startMailServer } from '@called-it/tests/support/mail-server'
import { type PushService, startPushService } from '@called-it/tests/support/push-service'
import { TEST_SETTINGS_KEYS } from '@called-it/tests/support/settings-keys'
import { createTestDatabase, type TestDatabase } from '@called-it/tests/support/test-database'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type MessageParts, sendMessages } from './send-messages.ts'

const TWO_HOURS_S = 7_200

let database: TestDatabase
let pushes: PushService
let mails: MailServer
let mailer: Mailer
let parts: MessageParts

beforeAll(async () => {
  pushes = await startPushService()
  mails = await startMailServer()
  mailer = openMailer({ smtpUrl: mails.url, dataDir: '/nowhere', from: 'Called It <no-reply@picks.example>' })
})
afterAll(async () => {
  mailer.close()
  await Promise.all([pushes.stop(), mails.stop()])
})
beforeEach(async () => {
  database = await createTestDatabase()
  pushes.received.length = 0
  mails.received.length = 0
  parts = {
    db: database.db,
    mailer,
    outbound: openOutbound({ allow: [pushes.host], ca: pushes.cert }),
    settingsKeys: TEST_SETTINGS_KEYS,
    publicUrl: 'https://picks.example',
    letterhead: { product: 'Called It', band: { name: 'Tinhorn' }, texts: { footer: [] } },
  }
})
afterEach(() => database.drop())

async function makeFan(choices: Partial<Record<Channel, boolean>> = {}, status = 201) {
  const user = await makeUser(database.db)
  const device = pushes.subscribe(status)
  await database.db.transaction().execute(async (trx) => {
    await storePushSubscription(trx, user.id, { ...device, max: 10 })
    for (const channel of CHANNELS) {
      const isOn = choices[channel]
      if (isOn !== undefined) await choose(user.id, channel, isOn)
    }
  })
  return { ...user, ...device }
}

const choose = (userId: number, channel: Channel, isOn: boolean) =>
  database.db
    .transaction()
    .execute((trx) => storeChoice(trx, userId, { kind: 'admin-notice', channel, isOn }))

/** To all fans. */
async function announce(given: Parameters<typeof makeAnnouncement>[1] = {}) {
  const { id } = await makeAnnouncement(database.db, { sent_at: null, ...given })
  await database.db.transaction().execute((trx) => insertNotifications(trx, id))
}

/** Of a show that locks in two hours. */
async function remind(userId: number) {
  const locksAt = new Date(Date.now() + TWO_HOURS_S * 1_000)
  const { id: show_id } = await makeShow(database.db, { locks_at: locksAt })
  const kind = 'pick-reminder'
  const payload = JSON.stringify({ locks_at: locksAt.toISOString() })
  const { id } = await makeAnnouncement(database.db, { kind, show_id, payload })
  await database.db
    .transaction()
    .execute((trx) => insertOwnNotifications(trx, { id, kind }, [{ userId, detail: {} }]))
}

const openJobs = async () => {
  const jobs = await database.db
    .selectFrom('outbox')
    .select(['id', 'payload'])
    .where('job', '=', 'send-messages')
    .where('done_at', 'is', null)
    .execute()
  return jobs.map(({ id, payload }) => ({
    outboxId: id,
    slice: { first: Number(payload.first), last: Number(payload.last) },
  }))
}

/** All open jobs. */
async function deliver(given: Partial<MessageParts> = {}) {
  for (const { slice, outboxId } of await openJobs())
    await sendMessages({ ...parts, ...given })(slice, { outboxId, attempt: 1 })
}

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
  await announce()
  await deliver()
  const { unread: page } = await countUnread(database.db, fan.id)
  expect({ page, push: pushed().length, mail: mailed().length }).toEqual(sent)
  expect(await openJobs()).toEqual([])
})

test('sends each message once when jobs run twice and in parallel', async () => {
  const fans = [await makeFan({ mail: true }), await makeFan({ mail: true })]
  await announce()
  const jobs = await openJobs()
  const run = () =>
    Promise.all(jobs.map(({ slice, outboxId }) => sendMessages(parts)(slice, { outboxId, attempt: 1 })))
  await Promise.all([run(), run()])
  await deliver()
  expect(mailed()).toEqual(fans.map(({ email }) => email).sort())
  expect(pushed()).toEqual(fans.map(({ endpoint }) => endpoint).sort())
  expect(await openJobs()).toEqual([])
})

test('sends none again that another worker sent meanwhile, and ends the job afterwards', async () => {
  const fans = [await makeFan({ mail: true, push: false }), await makeFan({ mail: true, push: false })]
  await announce()
  const [job] = await openJobs()
  if (!job) throw new Error('nothing is to be sent')
  const run = (own: MessageParts) => sendMessages(own)(job.slice, { ...job, attempt: 1 })
  const openMeanwhile: unknown[] = []
  const slowMailer: Mailer = {
    ...mailer,
    async send(mail) {
      await run(parts)
      openMeanwhile.push(...(await openJobs()))
      await mailer.send(mail)
    },
  }
  await run({ ...parts, mailer: slowMailer })
  expect(openMeanwhile).toEqual([job])
  expect(mailed()).toEqual(fans.map(({ email }) => email).sort())
  expect(await openJobs()).toEqual([])
})

test('pushes the declarative form, signed and replaced by its topic', async () => {
  await makeFan()
  await announce()
  await deliver()
  const [push] = pushes.received
  expect(push?.payload).toEqual({
    web_push: 8030,
    notification: {
      title: 'A notice from the admins',
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
  await announce()
  await deliver()
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
  await announce()
  await expect(deliver()).rejects.toThrow('EENVELOPE')
  expect(mailed()).toEqual([other.email])
  mails.refused.clear()
  await deliver()
  expect(mailed()).toEqual([failing.email, other.email].sort())
})

describe('push service', () => {
  test.each([404, 410])('ends a subscription by %i', async (status) => {
    await makeFan({}, status)
    await announce()
    await deliver()
    expect(await database.db.selectFrom('push_subscriptions').selectAll().execute()).toEqual([])
    expect(await openJobs()).toEqual([])
  })

  test.each([429, 503])('is asked again after %i', async (status) => {
    const fan = await makeFan({}, status)
    await announce()
    await expect(deliver()).rejects.toThrow(`(${status})`)
    pushes.respond(fan.endpoint, 201)
    await deliver()
    expect(pushed()).toEqual([fan.endpoint, fan.endpoint])
    expect(await openJobs()).toEqual([])
  })

  test('gets nothing at a private address, and is not asked again', async () => {
    const fan = await makeFan()
    const outbound = openOutbound({ allow: [], ca: pushes.cert })
    await announce()
    await deliver({ outbound })
    expect(pushed()).toEqual([])
    expect(await openJobs()).toEqual([])
    await announce()
    await deliver()
    expect(pushed()).toEqual([fan.endpoint])
  })

  test('gets three seconds, and no text of a library reaches the job', async () => {
    await makeFan()
    const timeouts: unknown[] = []
    const outbound: Outbound = {
      send: async ({ timeoutMs }) => {
        timeouts.push(timeoutMs)
        return { status: 201 }
      },
    }
    await announce()
    await deliver({ outbound })
    expect(timeouts).toEqual([3_000])
    await database.db.updateTable('push_subscriptions').set({ endpoint: 'https://x:99999/secret' }).execute()
    await announce()
    await deliver()
    expect(await openJobs()).toEqual([])
  })

  test('is not asked again after 413', async () => {
    await makeFan({}, 413)
    await announce()
    await deliver()
    expect(await openJobs()).toEqual([])
    expect(await database.db.selectFrom('push_subscriptions').selectAll().execute()).toHaveLength(1)
  })
})

describe('device', () => {
  const silent: Outbound = {
    send: () => Promise.reject(new OutboundError('timed-out', 'the response took too long')),
  }
  const countDevices = async () =>
    (await database.db.selectFrom('push_subscriptions').select('id').execute()).length
  const passHours = (hours: number) =>
    sql`UPDATE push_subscriptions SET failed_on = (failed_on - make_interval(hours => ${hours}))::date,
      reached_at = reached_at - make_interval(hours => ${hours})`.execute(database.db)

  /** A notice that fails. */
  async function fail(outbound: Outbound = silent) {
    await announce()
    await expect(deliver({ outbound })).rejects.toThrow()
  }

  async function failForDays(days: number, outbound?: Outbound) {
    for (let day = 0; day < days; day += 1) {
      await fail(outbound)
      await fail(outbound)
      await passHours(24)
    }
  }

  test('stays while its push service is away for two hours', async () => {
    for (let device = 0; device < 3; device += 1) await makeFan()
    await announce()
    await deliver()
    for (let minutes = 0; minutes < 120; minutes += 20) await fail()
    expect(await database.db.selectFrom('push_subscriptions').select('failed_days').execute()).toEqual(
      Array(3).fill({ failed_days: 0 }),
    )
    await failForDays(4)
    expect(await countDevices()).toBe(3)
  })

  test('waits for all others once it has failed', async () => {
    const failing = await makeFan({}, 503)
    const other = await makeFan()
    await fail(parts.outbound)
    await sql`TRUNCATE messages, outbox`.execute(database.db)
    pushes.received.length = 0
    await fail(parts.outbound)
    const inTurn = pushes.received.map(({ path }) => path)
    expect(inTurn).toEqual([other, failing].map(({ endpoint }) => new URL(endpoint).pathname))
  })

  test('ends after five days of silence at a host that no other device reaches', async () => {
    await makeFan()
    await makeFan()
    await failForDays(4)
    expect(await countDevices()).toBe(2)
    await fail()
    expect(await countDevices()).toBe(0)
    expect(
      await database.db.selectFrom('messages').where('done_at', 'is', null).selectAll().execute(),
    ).toEqual([])
    await deliver()
    expect(await openJobs()).toEqual([])
  })

  test('ends after five days of refusals, also at a host that others reach', async () => {
    await makeFan()
    const failing = await makeFan({}, 503)
    await failForDays(4, parts.outbound)
    await fail(parts.outbound)
    const left = await database.db.selectFrom('push_subscriptions').select('endpoint').execute()
    expect(left).toHaveLength(1)
    expect(left).not.toContainEqual({ endpoint: failing.endpoint })
  })

  test('has its failures forgotten once a push arrives', async () => {
    const fan = await makeFan()
    await failForDays(4)
    await deliver()
    expect(pushed()).toContain(fan.endpoint)
    await failForDays(4)
    expect(await countDevices()).toBe(1)
  })
})

describe('reminder', () => {
  test('is not sent again by another worker, and is after a failure', async () => {
    const fan = await makeFan()
    await remind(fan.id)
    const release = pushes.hold()
    const failing = deliver().catch((error: unknown) => error)
    await expect.poll(() => pushed()).toEqual([fan.endpoint])
    // As after the death of the first one.
    await deliver()
    expect(await openJobs()).toEqual([])
    pushes.respond(fan.endpoint, 503)
    release()
    expect(String(await failing)).toContain('(503)')
    pushes.respond(fan.endpoint, 201)
    await deliver()
    expect(pushed()).toEqual([fan.endpoint, fan.endpoint])
    expect(await openJobs()).toEqual([])
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
  await choose(fan.id, 'mail', false)
  await choose(fan.id, 'push', false)
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
  expect(await openJobs()).toEqual([])
})

test("pushes nothing of one fan to a device that is another one's by now", async () => {
  await makeFan()
  const { id: newOwner } = await makeUser(database.db)
  await announce()
  await database.db.updateTable('push_subscriptions').set({ user_id: newOwner }).execute()
  await deliver()
  expect(pushed()).toEqual([])
  expect(await openJobs()).toEqual([])
})

test('holds news of leagues, and no notice, until the quiet hours of each fan end', async () => {
  const now = new Date()
  const hour = now.setUTCMinutes(0, 0, 0)
  const makeSleeper = async (timeZone: string, { from, until }: { from: number; until: number }) => {
    const { id } = await makeFan()
    const hourOfDay = (hours: number) => (now.getUTCHours() + hours + 24) % 24
    const times = { timeZone, quietFrom: hourOfDay(from), quietUntil: hourOfDay(until) }
    await database.db.transaction().execute((trx) => storeNotificationTimes(trx, id, times))
    return id
  }
  const inUtc = await makeSleeper('UTC', { from: 0, until: 2 })
  // Nine hours ahead of UTC.
  const inTokyo = await makeSleeper('Asia/Tokyo', { from: 9, until: 12 })
  const awake = await makeSleeper('UTC', { from: 2, until: 3 })
  const listWaits = async () => {
    const { rows } = await sql<{ userId: number; until: Date | null }>`
      SELECT user_id AS "userId", CASE WHEN next_at > now() THEN next_at END AS until
      FROM outbox JOIN messages ON messages.id BETWEEN (payload ->> 'first')::bigint AND (payload ->> 'last')::bigint
      ORDER BY messages.notification_id, user_id`.execute(database.db)
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
