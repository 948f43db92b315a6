import { createECDH, randomBytes } from 'node:crypto'
import { endSessions } from '@called-it/infra/postgres/queries/accounts/sessions'
import { holdUserForUpdate } from '@called-it/infra/postgres/queries/accounts/users'
import {
  insertUnsubscribeKeys,
  unsubscribeToken,
} from '@called-it/infra/postgres/queries/notifications/notification-settings'
import { MAX_DEVICES } from '@called-it/shared/contract/notification-settings'
import { makeUser, TEST_PASSWORD } from '@called-it/tests/support/factories/accounts'
import { listMails } from '@called-it/tests/support/gateway/list-mails'
import { sessionCookieOf } from '@called-it/tests/support/gateway/session-cookie-of'
import { gatewayOfFile, refusal } from '@called-it/tests/support/gateway/start-gateway'
import { countWaitingQueries } from '@called-it/tests/support/waiting-queries'
import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'

const outboundAllow = ['push', 'phone', 'laptop', 'renewed'].map((name) => `${name}.example.test`)
const gateway = await gatewayOfFile({ config: { rateLimitScale: 1_000, outboundAllow } })
const { db } = gateway.postgres
let user: { id: number }
let as: string
const SETTINGS = '/api/users/current/notification-settings'
const DEVICES = '/api/users/current/push-subscriptions'

beforeEach(async () => {
  user = await makeUser(db)
  as = await gateway.loginAs(user)
})

const put = (path: string, json: object) => gateway.send('PUT', `${SETTINGS}/${path}`, { as, json })
const post = (path: string, json: object, cookie = as) => gateway.send('POST', path, { as: cookie, json })

const read = (cookie = as) => gateway.request('getNotificationSettings', {}, { as: cookie })
const choiceOf = async (kind: string) => (await read()).choices.find((choice) => choice.kind === kind)

function makeSubscription(endpoint = `https://push.example.test/${randomBytes(8).toString('hex')}`) {
  const p256dh = createECDH('prime256v1').generateKeys('base64url')
  return { endpoint, keys: { p256dh, auth: randomBytes(16).toString('base64url') } }
}

describe('choice', () => {
  test('is page and push at first, and only the final score by mail', async () => {
    const { choices } = await read()
    expect(choices.every(({ page, push }) => page && push)).toBe(true)
    expect(choices.filter(({ mail }) => mail).map(({ kind }) => kind)).toEqual(['final-score'])
  })

  test('turns one channel of one kind on or off, stored only if it differs', async () => {
    await put('choice', { kind: 'lock-moved', channel: 'mail', is_on: true })
    await put('choice', { kind: 'final-score', channel: 'page', is_on: false })
    expect(await choiceOf('lock-moved')).toEqual({ kind: 'lock-moved', page: true, push: true, mail: true })
    expect(await choiceOf('final-score')).toMatchObject({ page: false, push: true, mail: true })
    const changed = await put('choice', { kind: 'lock-moved', channel: 'mail', is_on: false })
    expect(changed.json).toEqual(await read())
    expect(await db.selectFrom('notification_choices').selectAll().execute()).toEqual([
      { user_id: user.id, kind: 'final-score', channel: 'page', is_on: false },
    ])
  })
})

describe('several choices', () => {
  test('stores them at once, and the last one of a channel', async () => {
    const choice = (kind: string, channel: string, is_on: boolean) => ({ kind, channel, is_on })
    await put('choice', choice('you-lead', 'push', false))
    await put('choice', {
      choices: [
        choice('you-lead', 'push', true),
        choice('first-song', 'mail', false),
        choice('first-song', 'mail', true),
        choice('final-score', 'mail', false),
      ],
    })
    expect(
      await db
        .selectFrom('notification_choices')
        .select(['kind', 'channel'])
        .where('user_id', '=', user.id)
        .orderBy('kind')
        .execute(),
    ).toEqual([
      { kind: 'final-score', channel: 'mail' },
      { kind: 'first-song', channel: 'mail' },
    ])
    expect((await put('choice', { choices: [] })).status).toBe(422)
  })
})

describe('time zone and quiet hours', () => {
  test('takes the zone of the device until the fan has chosen', async () => {
    expect(await read()).toMatchObject({ time_zone: null, quiet_from: 23, quiet_until: 8 })
    const note = async (time_zone: string) => (await post('/api/users/current/time-zone', { time_zone })).json
    for (const zone of ['Europe/Berlin', 'America/Denver']) {
      expect(await note(zone)).toEqual({ time_zone: zone })
    }
    await put('times', { time_zone: 'Asia/Tokyo', quiet_from: 1, quiet_until: 9 })
    expect(await note('Europe/Berlin')).toEqual({ time_zone: 'Asia/Tokyo' })
    expect(await read()).toMatchObject({ time_zone: 'Asia/Tokyo', quiet_from: 1, quiet_until: 9 })
  })

  test.each([['EST'], ['+05:30'], ['Etc/GMT+5'], ['Europe/Nowhere'], ['']])(
    'refuses a zone that is no region: %s',
    async (time_zone) => {
      expect((await post('/api/users/current/time-zone', { time_zone })).status).toBe(422)
      expect((await put('times', { time_zone, quiet_from: 1, quiet_until: 9 })).status).toBe(422)
    },
  )
})

describe('push subscription', () => {
  const listEndpoints = async () =>
    (await db.selectFrom('push_subscriptions').select('endpoint').orderBy('id').execute()).map(
      ({ endpoint }) => endpoint,
    )
  beforeEach(() => db.deleteFrom('push_subscriptions').execute())

  test('is stored once, and makes room for the newest', async () => {
    const devices = Array.from({ length: MAX_DEVICES + 1 }, () => makeSubscription())
    for (const [index, device] of devices.entries()) {
      const cookie = await gateway.loginAs(user)
      for (const _ of [1, 2]) {
        const { json } = await post(DEVICES, device, cookie)
        expect(json).toEqual({ devices: Math.min(index + 1, MAX_DEVICES) })
      }
    }
    expect(await listEndpoints()).toEqual(devices.slice(1).map(({ endpoint }) => endpoint))
    expect(await read()).toMatchObject({ devices: MAX_DEVICES })
  })

  test('goes to the user who subscribed last on a device, who alone removes it', async () => {
    const device = makeSubscription()
    const other = await gateway.loginAs(await makeUser(db))
    await post(DEVICES, device)
    expect((await post(DEVICES, device, other)).json).toEqual({ devices: 1 })
    const remove = (cookie: string) => post(`${DEVICES}/remove`, { endpoint: device.endpoint }, cookie)
    expect((await remove(as)).json).toEqual({ devices: 0 })
    expect((await read(other)).devices).toBe(1)
    expect((await remove(other)).json).toEqual({ devices: 0 })
    expect(await listEndpoints()).toEqual([])
  })

  test.each([
    ['http', { endpoint: 'http://push.example.test/x' }],
    ['credentials', { endpoint: 'https://a:b@push.example.test/x' }],
    ['no host', { endpoint: 'https:///x' }],
    ['no port', { endpoint: 'https://push.example.test:99999/x' }],
    ['a private host', { endpoint: 'https://localhost/x' }],
    ['a private address', { endpoint: 'https://192.168.0.4/x' }],
    ['a host without an address', { endpoint: 'https://none.invalid/x' }],
    ['a long endpoint', { endpoint: `https://push.example.test/${'x'.repeat(2_000)}` }],
    ['a short key', { keys: { ...makeSubscription().keys, p256dh: 'B'.repeat(86) } }],
    ['a key off the curve', { keys: { ...makeSubscription().keys, p256dh: `B${'B'.repeat(86)}` } }],
    ['a short secret', { keys: { ...makeSubscription().keys, auth: 'A'.repeat(21) } }],
  ])('is refused with %s', async (_, spoiled) => {
    expect((await post(DEVICES, { ...makeSubscription(), ...spoiled })).status).toBe(422)
    expect(await listEndpoints()).toEqual([])
  })

  test('has the same key of the site for everybody, at the first requests at once', async () => {
    await db.deleteFrom('installation_facts').execute()
    const keys = await Promise.all(Array.from({ length: 8 }, async () => (await read()).push_key))
    expect(new Set(keys).size).toBe(1)
    expect(Buffer.from(keys[0] ?? '', 'base64url')).toHaveLength(65)
  })
})

describe('device', () => {
  const LIST = '/api/users/current/devices'
  const listOf = async (cookie = as) => (await gateway.request('listDevices', {}, { as: cookie })).devices
  const hostsOf = async (cookie = as) => (await listOf(cookie)).map(({ host }) => host)
  const subscribe = (name: string, cookie = as) =>
    post(DEVICES, makeSubscription(`https://${name}.example.test/${randomBytes(8).toString('hex')}`), cookie)
  const countMails = async () =>
    (await listMails(db, { userId: user.id })).filter((job) => job === 'mail-device-added').length
  const logIn = async ({ email }: { email: string }, as?: string) =>
    sessionCookieOf(await gateway.logIn(email, TEST_PASSWORD, { as }))

  test('is listed with host and date, and removed by its owner alone', async () => {
    await subscribe('phone', await gateway.loginAs(user))
    await subscribe('laptop')
    const [phone, laptop] = await listOf()
    expect(phone).toEqual({
      id: expect.any(Number),
      host: 'phone.example.test',
      added_at: expect.any(String),
      is_this: false,
    })
    expect(laptop).toMatchObject({ host: 'laptop.example.test', is_this: true })
    const remove = (cookie: string) => gateway.send('DELETE', `${LIST}/${phone?.id}`, { as: cookie })
    await remove(await gateway.loginAs(await makeUser(db)))
    expect(await hostsOf()).toHaveLength(2)
    expect((await remove(as)).json).toEqual({ devices: [laptop] })
  })

  test('is mailed when it is new, and not when it subscribes again', async () => {
    const device = makeSubscription()
    await post(DEVICES, device)
    expect(await countMails()).toBe(1)
    // At another login, and with another subscription of the same browser.
    await post(DEVICES, device, await gateway.loginAs(user))
    await post(DEVICES, device)
    await subscribe('renewed')
    expect(await hostsOf()).toEqual(['renewed.example.test'])
    expect(await countMails()).toBe(1)
  })

  test('is bound at the next visit where 0.10.0 has stored it, without a mail', async () => {
    const device = makeSubscription()
    const { endpoint, keys } = device
    await db
      .insertInto('push_subscriptions')
      .values({ user_id: user.id, endpoint, ...keys })
      .execute()
    await post(DEVICES, device)
    expect(await listOf()).toMatchObject([{ is_this: true }])
    expect(await countMails()).toBe(0)
  })

  test('is listed with an address that 0.10.0 took and nobody can parse', async () => {
    const keys = { p256dh: '', auth: '' }
    const endpoint = 'https://push.example.test:99999/x'
    await db
      .insertInto('push_subscriptions')
      .values({ user_id: user.id, endpoint, ...keys })
      .execute()
    expect(await hostsOf()).toEqual([''])
  })

  test('goes with a logout, and stays when other sessions end', async () => {
    const other = await gateway.loginAs(user)
    await subscribe('phone', other)
    await subscribe('laptop')
    await post('/api/auth/logout', {}, other)
    expect(await hostsOf()).toEqual(['laptop.example.test'])
  })

  test('keeps its session until a logout has the lock of the user', async () => {
    const phone = await gateway.loginAs(user)
    const ending = await db.startTransaction().execute()
    await holdUserForUpdate(ending, user.id)
    const ended = post('/api/auth/logout', {}, phone)
    await expect.poll(() => countWaitingQueries(gateway.postgres.pool)).toBe(1)
    await sql`SELECT FROM sessions WHERE user_id = ${user.id} FOR UPDATE NOWAIT`.execute(ending)
    await ending.commit().execute()
    expect(await ended).toMatchObject({ status: 200 })
  })

  test('goes with a changed password, except that of its browser', async () => {
    await subscribe('phone', await gateway.loginAs(user))
    await subscribe('laptop')
    const json = { password: 'another long password' }
    const changed = await gateway.send('PUT', '/api/auth/change-password', { as, json })
    expect(await listOf(sessionCookieOf(changed))).toMatchObject([
      { host: 'laptop.example.test', is_this: true },
    ])
  })

  test('stays with a login of the same user, and goes with that of another', async () => {
    const owner = await makeUser(db)
    const first = await logIn(owner)
    await subscribe('laptop', first)
    const second = await logIn(owner, first)
    expect(await listOf(second)).toMatchObject([{ is_this: true }])
    await logIn(await makeUser(db), second)
    expect(await hostsOf(await logIn(owner))).toEqual([])
  })

  test('is not added by a session that has ended', async () => {
    const ending = await db.startTransaction().execute()
    await holdUserForUpdate(ending, user.id)
    const added = subscribe('phone')
    await expect.poll(() => countWaitingQueries(gateway.postgres.pool)).toBe(1)
    await endSessions(ending, user.id)
    await ending.commit().execute()
    expect(await added).toMatchObject(refusal(401, 'not_logged_in'))
  })

  const makeSessionDue = () =>
    sql`UPDATE sessions SET sess = (sess::jsonb || '{"rolledAt": 0}')::json WHERE user_id = ${user.id}`.execute(
      db,
    )

  test('is in use while its session is', async () => {
    await subscribe('laptop')
    await sql`UPDATE push_subscriptions SET used_at = now() - interval '89 days'`.execute(db)
    await makeSessionDue()
    await read()
    const used = await sql<{ isNow: boolean }>`
      SELECT used_at > now() - interval '1 hour' AS "isNow" FROM push_subscriptions
      WHERE user_id = ${user.id}`.execute(db)
    expect(used.rows).toEqual([{ isNow: true }])
  })

  test('does not keep its session locked while a session that is used waits for it', async () => {
    await subscribe('laptop')
    await makeSessionDue()
    const ending = await db.startTransaction().execute()
    await sql`SELECT FROM push_subscriptions WHERE user_id = ${user.id} FOR UPDATE`.execute(ending)
    const used = read()
    await expect.poll(() => countWaitingQueries(gateway.postgres.pool)).toBe(1)
    await sql`SELECT FROM sessions WHERE user_id = ${user.id} FOR UPDATE NOWAIT`.execute(ending)
    await ending.commit().execute()
    await used
  })
})

describe('unsubscribing', () => {
  const linkOf = (token: string, kind = 'final-score') => `/api/unsubscribe/${token}/${kind}`
  async function makeLink() {
    await insertUnsubscribeKeys(db, [user.id])
    const { unsubscribe_token } = await db
      .selectFrom('notification_settings')
      .select('unsubscribe_token')
      .where('user_id', '=', user.id)
      .executeTakeFirstOrThrow()
    const token = unsubscribeToken(unsubscribe_token ?? '', user.id, 'final-score')
    return { token, link: linkOf(token) }
  }
  const ONE_CLICK = 'List-Unsubscribe=One-Click'
  const FORM = { 'content-type': 'application/x-www-form-urlencoded' }

  test('turns the mails of one kind off without a login, any number of times', async () => {
    const { link } = await makeLink()
    const read = await gateway.send('GET', link)
    expect(read.json).toEqual({ title: 'your final score', is_on: true })
    for (const _ of [1, 2]) {
      expect((await gateway.send('POST', link)).json).toMatchObject({ is_on: false })
    }
    expect(await choiceOf('final-score')).toMatchObject({ page: true, push: true, mail: false })
    expect((await gateway.send('GET', link)).json).toMatchObject({ is_on: false })
  })

  test.each([
    ['a form', FORM, ONE_CLICK],
    [
      'a form in parts',
      { 'content-type': 'multipart/form-data; boundary=x' },
      '--x\r\nContent-Disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--x--\r\n',
    ],
  ])('takes the request of a mail provider: %s', async (_, headers, body) => {
    const { link } = await makeLink()
    expect(await gateway.send('POST', link, { headers, body })).toMatchObject({ status: 200 })
    expect(await choiceOf('final-score')).toMatchObject({ mail: false })
  })

  test.each([
    ['foreign_origin', { ...FORM, origin: 'https://evil.example' }, ONE_CLICK],
    ['foreign_origin', { ...FORM, 'sec-fetch-site': 'cross-site' }, ONE_CLICK],
    ['wrong_type', { 'content-type': 'application/json' }, '{}'],
    ['too_large', FORM, 'x'.repeat(5_000)],
  ])('refuses with %s what no mail provider sends', async (code, headers, body) => {
    const { link } = await makeLink()
    expect((await gateway.send('POST', link, { headers, body })).json).toMatchObject({ code })
    expect(await choiceOf('final-score')).toMatchObject({ mail: true })
  })

  test('takes a form nowhere else', async () => {
    const response = await gateway.send('POST', `${DEVICES}/remove`, { as, headers: FORM, body: ONE_CLICK })
    expect(response.status).toBe(415)
  })

  test('changes nothing with a tampered token or an unknown kind', async () => {
    const { token, link } = await makeLink()
    const other = `${token.startsWith('A') ? 'B' : 'A'}${token.slice(1)}`
    for (const wrong of [
      link.replace(token, other),
      link.replace(token, token.slice(1)),
      link.replace(token, `${token}A`),
      link.replace('final-score', 'no-kind'),
      link.replace('final-score', 'you-lead'),
    ]) {
      expect((await gateway.send('GET', wrong)).status).toBe(404)
      expect((await gateway.send('POST', wrong, { headers: FORM, body: ONE_CLICK })).status).toBe(404)
    }
    expect(await choiceOf('final-score')).toMatchObject({ mail: true })
  })

  test('takes the links of release 0.10.0, which have one token for all kinds', async () => {
    const token = randomBytes(16).toString('base64url')
    await db
      .insertInto('notification_settings')
      .values({ user_id: user.id, unsubscribe_token: token })
      .execute()
    for (const kind of ['final-score', 'you-lead']) {
      expect(await gateway.send('POST', linkOf(token, kind))).toMatchObject({ json: { is_on: false } })
    }
  })
})
