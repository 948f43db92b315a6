import { insertPublicEvents } from '@called-it/infra/postgres/queries/outlets/public-events'
import { insertWebhook } from '@called-it/infra/postgres/queries/outlets/webhooks'
import { deliveryKind } from '@called-it/shared/contract/webhooks'
import type { StoredEvent } from '@called-it/shared/outlets/stored-event'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { closeBarrier } from '../support/barrier.ts'
import { expectConsistent, LIMIT, PATIENCE } from '../support/expect-consistent.ts'
import { makeAdmin } from '../support/factories/accounts.ts'
import { EVENT_SAMPLES } from '../support/outlets/event-samples.ts'
import { verifySignature } from '../support/outlets/verify-signature.ts'
import { startWebhookReceiver, type WebhookReceiver } from '../support/outlets/webhook-receiver.ts'
import { TEST_SETTINGS_KEYS } from '../support/settings-keys.ts'
import { type System, startSystem } from '../support/start-system.ts'
import { createTestDatabase } from '../support/test-database.ts'

let system: System
let receiver: WebhookReceiver
let secret: string

beforeAll(async () => {
  receiver = await startWebhookReceiver()
  const env = { OUTBOUND_ALLOW: receiver.host }
  const database = await createTestDatabase()
  system = await startSystem({ database, gateways: 0, workers: 0, env })
  const { id: created_by } = await makeAdmin(database.db)
  const webhook = await database.db.transaction().execute((trx) =>
    insertWebhook(trx, TEST_SETTINGS_KEYS, {
      name: 'receiver',
      url: `https://${receiver.host}/in`,
      format: 'json',
      kinds: [...deliveryKind.options],
      has_spoilers: true,
      created_by,
    }),
  )
  secret = webhook.secret
}, LIMIT.timeout)
afterEach(async () => {
  for (const worker of system.workers) await worker.kill()
  receiver.respond(200)
  receiver.received.splice(0)
})
afterAll(async () => {
  await system.stop()
  await receiver.stop()
}, LIMIT.timeout)

let events = 0
const publish = (...samples: readonly StoredEvent[]) =>
  system.database.db.transaction().execute((trx) =>
    insertPublicEvents(
      trx,
      samples.map((sample) => {
        events += 1
        return { ...sample, showId: null, key: `event:${events}` }
      }),
    ),
  )

const ALL = EVENT_SAMPLES.map(({ kind }) => kind)
const [first, second, ...others] = ALL

/** In the order of their arrival; each has a valid signature. */
const receivedKinds = () =>
  receiver.received.map(({ headers, body }) => {
    verifySignature(secret, headers, body)
    return JSON.parse(body).type
  })

const receivedIds = () => receiver.received.map(({ headers }) => headers['webhook-id'])

/** Stops the delivery of the second event, so that its worker can be killed there. */
const moments = {
  async response() {
    const held = Promise.withResolvers<number>()
    const isSecond = () => receiver.received.length === 2
    receiver.respond(async () => (isSecond() ? held.promise : 200))
    return { isReached: async () => isSecond(), end: async () => held.resolve(200) }
  },
  async commit() {
    const { id } = await system.database.db
      .selectFrom('webhook_deliveries')
      .select('id')
      .where('delivered_at', 'is', null)
      .orderBy('id')
      .offset(1)
      .limit(1)
      .executeTakeFirstOrThrow()
    const barrier = await closeBarrier(system.database, 'UPDATE ON webhook_deliveries', `NEW.id = ${id}`)
    return { isReached: async () => (await barrier.countWaiting()) > 0, end: barrier.open }
  },
} as const

// F27, guarded by the transaction that records the delivery and ends its job (`workers/jobs/outlets/deliver-
// webhook.ts`): without it the events are lost. The id of the delivery signs each attempt: with another one a repeat
// looks like a new event.
test.each(['response', 'commit'] as const)(
  'repeats one event with its id when a worker is killed before the %s',
  LIMIT,
  async (name) => {
    await publish(...EVENT_SAMPLES)
    const moment = await moments[name]()
    const dying = await system.startWorkers()
    await expect.poll(moment.isReached, PATIENCE).toBe(true)
    await dying.kill()
    await moment.end()
    expect(receivedKinds()).toEqual([first, second])
    await system.startWorkers()
    await expectConsistent(system)
    expect(receivedKinds()).toEqual([first, second, second, ...others])
    const [, sent, repeated] = receivedIds()
    expect(repeated).toBe(sent)
    expect(new Set(receivedIds()).size).toBe(ALL.length)
  },
)

// F27, guarded by the order of deliveries (`queries/outlets/webhook-attempts.ts`): without it later events arrive first.
test('gets all in order after it responded with 500 and a worker was killed', LIMIT, async () => {
  receiver.respond(500)
  const dying = await system.startWorkers()
  await publish(...EVENT_SAMPLES.slice(0, 2))
  await expect.poll(receivedKinds, PATIENCE).toEqual([first])
  await dying.kill()
  await system.startWorkers()
  await publish(...EVENT_SAMPLES.slice(2))
  await expect.poll(receivedKinds, PATIENCE).toEqual([first, first])
  expect(new Set(receivedIds()).size).toBe(1)
  receiver.received.length = 0
  receiver.respond(200)
  await expectConsistent(system)
  expect(receivedKinds()).toEqual(ALL)
  expect(new Set(receivedIds()).size).toBe(ALL.length)
})
