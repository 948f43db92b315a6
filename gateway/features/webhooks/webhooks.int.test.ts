import { insertPublicEvents } from '@called-it/infra/postgres/queries/outlets/public-events'
import { findDueDelivery } from '@called-it/infra/postgres/queries/outlets/webhook-deliveries'
import { decryptSecret } from '@called-it/infra/secrets/encrypted-secret'
import { DELIVERIES_PAGE } from '@called-it/shared/contract/webhooks'
import { listAuditEntries } from '@called-it/tests/support/audit-entries'
import { emptyTables } from '@called-it/tests/support/empty-tables'
import { makeAdmin } from '@called-it/tests/support/factories/accounts'
import { gatewayOfFile } from '@called-it/tests/support/gateway/start-gateway'
import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'

const URL = 'https://hooks.example/services/a-secret-path'
const WEBHOOK = {
  name: 'our channel',
  url: URL,
  format: 'json',
  kinds: ['show-final', 'weekly-table'],
  has_spoilers: true,
}

const gateway = await gatewayOfFile({ config: { outboundAllow: ['hooks.example'] } })
const { db } = gateway.postgres
const as = await gateway.loginAs(await makeAdmin(db))
beforeEach(() => emptyTables(db, 'webhooks', 'public_events', 'outbox', 'audit_log'))

const send = (method: string, path = '', json?: unknown) =>
  gateway.send(method, `/api/admin/webhooks${path}`, { as, json })

const create = (given: Partial<typeof WEBHOOK> = {}) =>
  gateway.request('createWebhook', {}, { as, json: { ...WEBHOOK, ...given } })

function finals(count: number) {
  const payload = { from: '2030-01-01', to: '2030-01-07', shows: 1, rows: [] }
  const events = Array.from({ length: count }, (_, index) => {
    return { kind: 'weekly-table' as const, showId: null, key: `week:${index}`, payload }
  })
  return db.transaction().execute((trx) => insertPublicEvents(trx, events))
}

const readDeliveries = (webhookId: number, query = {}) =>
  gateway.request('listDeliveries', { webhookId, ...query }, { as })
const isDue = (id: number) =>
  db.transaction().execute(async (trx) => (await findDueDelivery(trx, id)) !== null)
const countJobs = async () =>
  (await db.selectFrom('outbox').select('id').where('job', '=', 'deliver-webhook').execute()).length

describe('webhook', () => {
  test('is made with a secret that is shown once, and its address never', async () => {
    const { id, secret, webhooks } = await create()
    expect(secret).toMatch(/^whsec_/)
    expect(webhooks).toEqual([
      {
        id,
        name: 'our channel',
        host: 'hooks.example',
        format: 'json',
        kinds: ['show-final', 'weekly-table'],
        has_spoilers: true,
        created_at: expect.any(String),
        failing_since: null,
        disabled_at: null,
        open: 0,
        last_error: null,
      },
    ])
    const { text } = await send('GET')
    expect(text).not.toContain(secret)
    expect(text).not.toContain('a-secret-path')
  })

  test.each([
    ['http://hooks.example/', /https/],
    ['https://10.1.2.3/', /not on the public Internet/],
    ['https://ann:word@hooks.example/', /without a user name/],
  ])('refuses the address %s, at its creation and later', async (url, message) => {
    const { id, webhooks } = await create()
    const issues = [{ path: 'url', message: expect.stringMatching(message) }]
    expect(await send('POST', '', { ...WEBHOOK, url })).toMatchObject({ status: 422, json: { issues } })
    const changed = await send('PUT', `/${id}`, { ...WEBHOOK, url, is_enabled: true })
    expect(changed).toMatchObject({ status: 422, json: { issues } })
    expect((await send('GET')).json).toEqual({ webhooks })
  })

  test('keeps its address where a change has none, and goes on at once', async () => {
    const { id } = await create()
    const { url: _, ...choices } = WEBHOOK
    const change = { ...choices, name: 'other', format: 'slack', kinds: ['show-final'], has_spoilers: false }
    expect((await send('PUT', `/${id}`, { ...change, is_enabled: false })).json).toMatchObject({
      webhooks: [{ ...change, host: 'hooks.example', disabled_at: expect.any(String) }],
    })
    expect(await countJobs()).toBe(0)
    await sql`UPDATE webhooks SET failing_since = now()`.execute(db)
    const enabled = await send('PUT', `/${id}`, { ...change, is_enabled: true })
    expect(enabled.json).toMatchObject({ webhooks: [{ disabled_at: null, failing_since: null }] })
    expect(await countJobs()).toBe(1)
  })

  test('has its secrets encrypted in the database', async () => {
    const { id, secret } = await create()
    const stored = async () =>
      (await db.selectFrom('webhooks').select('secret').executeTakeFirstOrThrow()).secret
    expect(await stored()).not.toContain(secret)
    expect(decryptSecret(gateway.parts.config.settingsKeys, await stored())).toBe(secret)
    const { json } = await send('POST', `/${id}/secret`)
    expect(json).toEqual({ secret: decryptSecret(gateway.parts.config.settingsKeys, await stored()) })
    expect(JSON.stringify(json)).not.toContain(await stored())
  })

  test('gets another secret, and goes with its deliveries', async () => {
    const { id, secret } = await create()
    await finals(1)
    const renewed = await send('POST', `/${id}/secret`)
    expect(renewed.json).toEqual({ secret: expect.stringMatching(/^whsec_/) })
    expect(renewed.json).not.toEqual({ secret })
    expect((await send('DELETE', `/${id}`)).json).toEqual({ webhooks: [] })
    expect((await send('GET', `/${id}/deliveries`)).status).toBe(404)
    expect((await send('DELETE', `/${id}`)).status).toBe(404)
    for (const path of ['secret', 'deliveries/1']) {
      expect((await send('POST', `/${id}/${path}`)).status).toBe(404)
    }
  })

  test('leaves neither address nor secret in the audit log', async () => {
    const { id, secret } = await create()
    const renewed = await gateway.request('renewWebhookSecret', { webhookId: id }, { as })
    await send('PUT', `/${id}`, { ...WEBHOOK, is_enabled: true })
    await send('DELETE', `/${id}`)
    const entries = await listAuditEntries(db, { subject: `webhook:${id}` })
    expect(entries.map(({ action }) => action)).toEqual([
      'webhook:made',
      'webhook:secret-renewed',
      'webhook:changed',
      'webhook:deleted',
    ])
    const text = JSON.stringify([entries, await db.selectFrom('outbox').selectAll().execute()])
    for (const hidden of ['a-secret-path', secret, renewed.secret]) expect(text).not.toContain(hidden)
    expect(text).toContain('hooks.example')
  })
})

describe('deliveries', () => {
  test('lists them newest first, page by page', async () => {
    const { id } = await create()
    await create({ kinds: ['show-final'] })
    await finals(DELIVERIES_PAGE + 1)
    const first = await readDeliveries(id)
    const rest = await readDeliveries(id, { before: first.next ?? 0 })
    const ids = [...first.deliveries, ...rest.deliveries].map((delivery) => delivery.id)
    expect([first.deliveries.length, rest.deliveries.length, rest.next]).toEqual([DELIVERIES_PAGE, 1, null])
    expect(ids).toEqual([...ids].sort((a, b) => b - a))
    expect(await countJobs()).toBe(1)
  })

  test('sends one again, also while the webhook waits after a failure', async () => {
    const { id } = await create()
    await finals(2)
    await sql`
      UPDATE webhook_deliveries SET delivered_at = now(), last_attempt_at = now(), attempts = 1`.execute(db)
    await sql`UPDATE webhooks SET failing_since = now()`.execute(db)
    const [newest] = (await readDeliveries(id)).deliveries
    const again = await send('POST', `/${id}/deliveries/${newest?.id}`)
    expect(again).toMatchObject({ status: 200, json: { delivery: { id: newest?.id, delivered_at: null } } })
    expect(await isDue(id)).toBe(true)
    expect(await countJobs()).toBe(2)
  })

  test('counts three days of failures through tries by hand and changes of names', async () => {
    const { id } = await create()
    await finals(1)
    const fail = () =>
      sql`
        WITH failed AS (UPDATE webhook_deliveries SET attempts = 7, last_attempt_at = now())
        UPDATE webhooks SET failing_since = now() - interval '2 days'`.execute(db)
    const readFailingSince = async () =>
      (await gateway.request('listWebhooks', {}, { as })).webhooks[0]?.failing_since
    const { url, ...choices } = WEBHOOK
    const change = (given: object) => send('PUT', `/${id}`, { ...choices, is_enabled: true, ...given })
    for (const hand of [
      async () => send('POST', `/${id}/deliveries/${(await readDeliveries(id)).deliveries[0]?.id}`),
      () => change({ name: 'other' }),
      () => change({ url }),
    ]) {
      await fail()
      const since = await readFailingSince()
      expect(await isDue(id)).toBe(false)
      expect((await hand()).status).toBe(200)
      expect(await readFailingSince()).toBe(since)
      expect(await isDue(id)).toBe(true)
    }
    expect((await change({ url: `${url}/other` })).json).toMatchObject({
      webhooks: [{ failing_since: null }],
    })
  })
})
