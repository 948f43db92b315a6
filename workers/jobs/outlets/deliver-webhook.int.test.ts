import { openOutbound } from '@called-it/infra/outbound/outbound'
import { insertPublicEvents } from '@called-it/infra/postgres/queries/outlets/public-events'
import {
  insertWebhook,
  updateWebhook,
  type WebhookChoices,
} from '@called-it/infra/postgres/queries/outlets/webhooks'
import { insertJob } from '@called-it/infra/postgres/queries/work/outbox'
import { deliveryKind, WEBHOOK_FORMATS, type WebhookFormat } from '@called-it/shared/contract/webhooks'
import type { StoredEvent } from '@called-it/shared/outlets/stored-event'
import { listAuditEntries } from '@called-it/tests/support/audit-entries'
import { emptyTables } from '@called-it/tests/support/empty-tables'
import { makeAdmin } from '@called-it/tests/support/factories/accounts'
import { EVENT_SAMPLES, SPOILERS } from '@called-it/tests/support/outlets/event-samples'
import { verifySignature } from '@called-it/tests/support/outlets/verify-signature'
import { startWebhookReceiver } from '@called-it/tests/support/outlets/webhook-receiver'
import { TEST_SETTINGS_KEYS } from '@called-it/tests/support/settings-keys'
import { databaseOfFile } from '@called-it/tests/support/test-database'
import { sql } from 'kysely'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { deliverWebhook } from './deliver-webhook.ts'

const database = await databaseOfFile()

const adminId = (await makeAdmin(database.db)).id
const receiver = await startWebhookReceiver()
const host = receiver.host
const outbound = openOutbound({ allow: [host, 'localhost:1'], ca: receiver.cert })
const deliver = deliverWebhook({
  ...{ db: database.db, outbound, publicUrl: 'https://picks.example' },
  settingsKeys: TEST_SETTINGS_KEYS,
})
afterAll(async () => {
  await receiver.stop()
})
beforeEach(async () => {
  receiver.received.length = 0
  receiver.respond(200)
  await emptyTables(database.db, 'webhooks', 'public_events', 'outbox', 'audit_log')
})

const inTransaction = <R>(work: (trx: Parameters<typeof insertWebhook>[0]) => Promise<R>) =>
  database.db.transaction().execute(work)

const CHOICES: WebhookChoices = {
  name: 'our channel',
  format: 'json',
  kinds: [...deliveryKind.options],
  has_spoilers: true,
}

const makeWebhook = (given: { format?: WebhookFormat; has_spoilers?: boolean; url?: string } = {}) =>
  inTransaction((trx) =>
    insertWebhook(trx, TEST_SETTINGS_KEYS, {
      ...CHOICES,
      url: `https://${host}/in/a-secret-path`,
      created_by: adminId,
      ...given,
    }),
  )

let events = 0
const insertEvents = (...samples: readonly StoredEvent[]) =>
  inTransaction((trx) =>
    insertPublicEvents(
      trx,
      samples.map((sample) => {
        events += 1
        return { ...sample, showId: null, key: `event:${events}` }
      }),
    ),
  )

/** Runs the jobs that are due, as a worker does, and those that they insert. @returns how many */
async function runDueJobs(): Promise<number> {
  for (let count = 0; ; count += 1) {
    const due = await database.db
      .selectFrom('outbox')
      .select(['id', sql<{ webhookId: number }>`payload`.as('payload')])
      .where('job', '=', 'deliver-webhook')
      .where('done_at', 'is', null)
      .where('next_at', '<=', sql<Date>`now()`)
      .orderBy('id')
      .executeTakeFirst()
    if (!due) return count
    await deliver(due.payload, { outboxId: due.id, attempt: 1 })
  }
}

/** As if so much time had passed. */
async function pass(interval: string) {
  await sql`UPDATE outbox SET next_at = next_at - ${interval}::interval`.execute(database.db)
  await sql`UPDATE webhook_deliveries SET last_attempt_at = last_attempt_at - ${interval}::interval`.execute(
    database.db,
  )
  await sql`UPDATE webhooks SET failing_since = failing_since - ${interval}::interval`.execute(database.db)
}

const kindsReceived = () => receiver.received.map(({ body }) => JSON.parse(body).type)
const deliveries = () =>
  database.db
    .selectFrom('webhook_deliveries')
    .select(['attempts', 'last_status', 'last_error', 'delivered_at'])
    .orderBy('id')
    .execute()
const waitingJobs = async () => {
  const { rows } = await sql<{ seconds: number }>`
    SELECT round(extract(epoch FROM next_at - created_at))::integer AS seconds
    FROM outbox WHERE done_at IS NULL ORDER BY id`.execute(database.db)
  return rows.map(({ seconds }) => seconds)
}
const ALL = EVENT_SAMPLES.map(({ kind }) => kind)

describe('webhook', () => {
  test('gets every event once, in order, with a valid signature', async () => {
    const { secret } = await makeWebhook()
    await insertEvents(...EVENT_SAMPLES.slice(0, 2))
    await insertEvents(...EVENT_SAMPLES.slice(2))
    await runDueJobs()
    expect(kindsReceived()).toEqual(ALL)
    for (const [index, { headers, body }] of receiver.received.entries()) {
      expect(verifySignature(secret, headers, body)).toMatchObject({ data: EVENT_SAMPLES[index]?.payload })
    }
    expect(new Set(receiver.received.map(({ headers }) => headers['webhook-id'])).size).toBe(ALL.length)
    expect(await waitingJobs()).toEqual([])
  })

  test('gets nothing from a second delivery of the job', async () => {
    const { id } = await makeWebhook()
    await insertEvents(...EVENT_SAMPLES)
    const outboxId = await inTransaction((trx) => insertJob(trx, 'deliver-webhook', { webhookId: id }))
    for (const attempt of [1, 2, 3]) await deliver({ webhookId: id }, { outboxId, attempt })
    await runDueJobs()
    expect(kindsReceived()).toEqual(ALL)
  })

  test('gets one request at a time when two workers have its jobs', async () => {
    const { id } = await makeWebhook()
    await insertEvents(...EVENT_SAMPLES)
    const jobs = await Promise.all(
      [1, 2].map(() => inTransaction((trx) => insertJob(trx, 'deliver-webhook', { webhookId: id }))),
    )
    await Promise.all(jobs.map((outboxId) => deliver({ webhookId: id }, { outboxId, attempt: 1 })))
    await runDueJobs()
    expect(kindsReceived()).toEqual(ALL)
  })

  test('loses nothing while it responds with 500, and gets all in order afterwards', async () => {
    await makeWebhook()
    receiver.respond(500)
    const delays: number[] = []
    for (const event of EVENT_SAMPLES) {
      await insertEvents(event)
      await runDueJobs()
      delays.push(...(await waitingJobs()))
      await pass('160 seconds')
    }
    // Only the oldest is tried, and one job waits for its next attempt.
    expect(delays).toEqual([5, 10, 20, 40, 80, 160])
    expect(new Set(kindsReceived())).toEqual(new Set([ALL[0]]))
    expect(new Set(receiver.received.map(({ headers }) => headers['webhook-id'])).size).toBe(1)
    await runDueJobs()
    expect(await waitingJobs()).toEqual([320])
    receiver.respond(204)
    receiver.received.length = 0
    await runDueJobs()
    expect(receiver.received).toEqual([])
    await pass('320 seconds')
    await runDueJobs()
    expect(kindsReceived()).toEqual(ALL)
    expect((await deliveries()).map(({ attempts }) => attempts)).toEqual([8, 1, 1, 1, 1, 1])
    const webhook = await database.db.selectFrom('webhooks').select('failing_since').executeTakeFirstOrThrow()
    expect(webhook).toEqual({ failing_since: null })
    expect(await waitingJobs()).toEqual([])
  })

  test('waits ten minutes at most', async () => {
    await makeWebhook()
    receiver.respond(503)
    await insertEvents(...EVENT_SAMPLES.slice(0, 1))
    for (let attempt = 0; attempt < 12; attempt += 1) {
      await runDueJobs()
      await pass('10 minutes')
    }
    await runDueJobs()
    expect(await waitingJobs()).toEqual([600])
  })

  test('is disabled after three days, and continues with what was open when enabled', async () => {
    const { id } = await makeWebhook()
    receiver.respond(404)
    await insertEvents(...EVENT_SAMPLES)
    await runDueJobs()
    await pass('2 days')
    await runDueJobs()
    const readDisabled = async () =>
      (await database.db.selectFrom('webhooks').select('disabled_at').executeTakeFirstOrThrow()).disabled_at
    expect(await readDisabled()).toBeNull()
    await pass('1 day')
    await runDueJobs()
    expect(await readDisabled()).toBeInstanceOf(Date)
    expect(await waitingJobs()).toEqual([])
    const [audited] = await listAuditEntries(database.db, { subject: `webhook:${id}` })
    expect(audited).toMatchObject({ action: 'webhook:disabled', details: { error: 'status 404' } })

    receiver.respond(200)
    receiver.received.length = 0
    await inTransaction((trx) => insertJob(trx, 'deliver-webhook', { webhookId: id }))
    await insertEvents(...EVENT_SAMPLES)
    await pass('10 minutes')
    await runDueJobs()
    expect(receiver.received).toEqual([])
    await inTransaction(async (trx) => {
      await updateWebhook(trx, id, { ...CHOICES, url: undefined, isEnabled: true })
      await insertJob(trx, 'deliver-webhook', { webhookId: id })
    })
    await runDueJobs()
    expect(kindsReceived()).toEqual(ALL)
  })

  test.each([
    ['sent a redirect', 302, 'status 302', null],
    ['refused a connection', null, 'not-reached', 'https://localhost:1/in'],
    ['has a private address', null, 'address-refused', 'https://10.0.0.1/a-secret-path'],
  ] as const)('notes without its address that it %s', async (_, last_status, last_error, url) => {
    await makeWebhook(url === null ? {} : { url })
    receiver.respond(last_status ?? 200)
    await insertEvents(...EVENT_SAMPLES.slice(0, 1))
    await runDueJobs()
    expect(await deliveries()).toEqual([{ attempts: 1, last_status, last_error, delivered_at: null }])
    const { rows } = await sql<{ text: string }>`
      SELECT concat(string_agg(outbox::text, ''), (SELECT string_agg(audit_log::text, '') FROM audit_log)) AS text
      FROM outbox`.execute(database.db)
    expect(rows[0]?.text).not.toMatch(/secret-path|https:/)
  })

  test.each(WEBHOOK_FORMATS)('gets no spoiler as %s if it wants none', async (format) => {
    await makeWebhook({ format, has_spoilers: false })
    await insertEvents(...EVENT_SAMPLES)
    await runDueJobs()
    expect(receiver.received).toHaveLength(ALL.length - 1)
    const text = receiver.received.map(({ body }) => body).join()
    for (const spoiler of SPOILERS) expect(text).not.toContain(spoiler)
  })

  test('holds up no other one while it fails', async () => {
    await makeWebhook({ url: 'https://10.0.0.1/in' })
    await makeWebhook()
    await insertEvents(...EVENT_SAMPLES)
    await runDueJobs()
    expect(kindsReceived()).toEqual(ALL)
  })
})
