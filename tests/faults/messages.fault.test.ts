import { freePort } from '@called-it/launch/port'
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { expectConsistent, LIMIT, PATIENCE } from '../support/expect-consistent.ts'
import { makeUser } from '../support/factories/accounts.ts'
import { makeWishes, notifyAll, remindOfNewShow } from '../support/factories/notifications.ts'
import { startTalkingServer } from '../support/loopback-server.ts'
import { startMailServer } from '../support/mail-server.ts'
import { type PushService, startPushService } from '../support/push-service.ts'
import { type System, startSystem } from '../support/start-system.ts'
import { createTestDatabase } from '../support/test-database.ts'

let pushes: PushService
let silent: Awaited<ReturnType<typeof startTalkingServer>>
let mailPort: number
let system: System
beforeEach(async () => {
  pushes = await startPushService()
  silent = await startTalkingServer()
  mailPort = await freePort()
  const env = {
    OUTBOUND_ALLOW: `${pushes.host},${silentHost()}`,
    SMTP_URL: `smtp://127.0.0.1:${mailPort}`,
  }
  system = await startSystem({ database: await createTestDatabase(), gateways: 0, env })
}, LIMIT.timeout)
afterEach(async () => {
  await system.stop()
  await Promise.all([pushes.stop(), silent.stop()])
}, LIMIT.timeout)

const silentHost = () => `localhost:${silent.port}`
const db = () => system.database.db

/** Each gets notices and reminders by push and mail. @param host of another push service, which is silent */
async function makeFans(count: number, host: string | null = null) {
  const fans: { id: number; email: string; endpoint: string }[] = []
  for (let made = 0; made < count; made += 1) {
    const { id, email } = await makeUser(db())
    const device = pushes.subscribe()
    const endpoint = host === null ? device.endpoint : device.endpoint.replace(pushes.host, host)
    const kinds = ['admin-notice', 'pick-reminder'] as const
    await makeWishes(db(), id, { kinds, wishes: { mail: true }, devices: [{ ...device, endpoint }] })
    fans.push({ id, email, endpoint })
  }
  return fans
}

const announce = () => notifyAll(db())

/** The show is so near that the workers remind nobody of it. */
const remind = (userIds: readonly number[]) =>
  remindOfNewShow(db(), userIds, new Date(Date.now() + 4_800_000))

const pushed = () => pushes.received.map(({ path }) => `https://${pushes.host}${path}`)

async function countOpen(): Promise<number> {
  const { rows } = await sql`SELECT FROM messages WHERE done_at IS NULL OR claimed_until > now()`.execute(
    db(),
  )
  return rows.length
}

// F28, guarded by the gate of hosts (`workers/messages/host-gate.ts`): without its breaker each message to a silent host
// is tried again and again.
test('tries a silent push host five times, beside one that responds', LIMIT, async () => {
  const mails = await startMailServer(mailPort)
  const behind = await makeFans(20, silentHost())
  const fans = await makeFans(40)
  await announce()
  await expect.poll(() => pushed().sort(), PATIENCE).toEqual(fans.map(({ endpoint }) => endpoint).sort())
  const ofSilentHost = () =>
    db()
      .selectFrom('messages')
      .select(['attempts', 'outcome', sql<boolean>`due_at > now() + interval '10 seconds'`.as('waits')])
      .where('host', '=', silentHost())
      .execute()
  await expect
    .poll(async () => (await ofSilentHost()).filter(({ waits }) => waits).length, PATIENCE)
    .toBeGreaterThanOrEqual(behind.length - 4)
  const attempts = (await ofSilentHost()).map((message) => message.attempts)
  expect(attempts.reduce((sum, count) => sum + count)).toBe(5)
  await sql`UPDATE messages SET expires_at = now() WHERE host = ${silentHost()}`.execute(db())
  await expectConsistent(system)
  const outcomes = Map.groupBy(await ofSilentHost(), ({ outcome }) => outcome)
  expect(outcomes.get('failed')?.length).toBe(attempts.filter((count) => count > 0).length)
  expect(outcomes.get('expired')?.length).toBe(attempts.filter((count) => count === 0).length)
  await mails.stop()
})

// F29, guarded by the same, and by queues of their own for both channels.
test('mails once the server works again, and pushes meanwhile', LIMIT, async () => {
  const fans = await makeFans(30)
  await announce()
  await expect.poll(() => pushed().sort(), PATIENCE).toEqual(fans.map(({ endpoint }) => endpoint).sort())
  const waitForError = (error: RegExp) =>
    expect
      .poll(async () => {
        const rows = await db()
          .selectFrom('messages')
          .select('last_error')
          .where('channel', '=', 'mail')
          .execute()
        return rows.some(({ last_error }) => error.test(last_error ?? ''))
      }, PATIENCE)
      .toBe(true)
  await waitForError(/ESOCKET|ECONN/)
  const hanging = await startTalkingServer({ port: mailPort, greeting: '220 hi' })
  await waitForError(/ETIMEDOUT/)
  await hanging.stop()
  const mails = await startMailServer(mailPort)
  await expectConsistent(system)
  expect(mails.received.map(({ to }) => to?.[0]?.address).sort()).toEqual(
    fans.map(({ email }) => email).sort(),
  )
  await mails.stop()
})

// F30, guarded by claims that end (`queries/notifications/message-claims.ts`): without them what the worker had claimed
// is never sent.
test('loses and doubles no more than was in flight with a killed worker', LIMIT, async () => {
  const mails = await startMailServer(mailPort)
  const [first, ...fans] = await makeFans(120)
  if (!first) throw new Error('there is no fan')
  const mailed = () => mails.received.map(({ to }) => to?.[0]?.address)
  // Both hosts have responded before.
  await remind([first.id])
  await expect.poll(countOpen, PATIENCE).toBe(0)
  const forget = () => {
    pushes.received.length = 0
    mails.received.length = 0
  }

  async function killInFlight(send: () => Promise<void>): Promise<void> {
    forget()
    const releases = [pushes.hold(), mails.hold()]
    await send()
    await expect.poll(() => Math.min(pushed().length, mailed().length), PATIENCE).toBe(10)
    await system.workers.at(-1)?.kill()
    for (const release of releases) release()
    await system.startWorkers()
    await expect.poll(countOpen, PATIENCE).toBe(0)
  }

  await killInFlight(announce)
  for (const [arrived, wanted, most] of [
    [pushed(), [first, ...fans].map(({ endpoint }) => endpoint), 50],
    [mailed(), [first, ...fans].map(({ email }) => email), 20],
  ] as const) {
    expect(new Set(arrived)).toEqual(new Set(wanted))
    expect(arrived.length - wanted.length).toBeLessThanOrEqual(most)
    expect(arrived.length - wanted.length).toBeGreaterThan(0)
  }

  await killInFlight(() => remind(fans.map(({ id }) => id)))
  for (const [arrived, most] of [
    [pushed(), 50],
    [mailed(), 20],
  ] as const) {
    expect(new Set(arrived).size).toBe(arrived.length)
    expect(fans.length - arrived.length).toBeLessThanOrEqual(most)
  }
  await expectConsistent(system)
  await mails.stop()
})

/** Senders of workers, for whom messages wait. */
async function listClaimants(): Promise<string[]> {
  const { rows } = await sql<{ worker: string }>`
    SELECT DISTINCT claimed_by AS worker FROM messages
    WHERE done_at IS NULL AND claimed_by IS NOT NULL`.execute(db())
  return rows.map(({ worker }) => worker)
}

// F31, guarded twice in `workers/messages/message-sender.ts`: a worker sends only what it still claims, and puts off what is
// for hosts that seem silent, as all do after the freeze. Without both it sends all that it had claimed again.
test('sends what a frozen worker had claimed, once', LIMIT, async () => {
  const mails = await startMailServer(mailPort)
  const [witness, ...fans] = await makeFans(120)
  if (!witness) throw new Error('there is no fan')
  const frozen = system.workers[0] ?? (await system.startWorkers())
  const mailed = () => mails.received.map(({ to }) => to?.[0]?.address)
  const remindWitness = async () => {
    await remind([witness.id])
    await expect.poll(countOpen, PATIENCE).toBe(0)
  }
  // Both hosts have responded before.
  await remindWitness()

  const freezeInFlight = async (send: () => Promise<void>) => {
    pushes.received.length = 0
    mails.received.length = 0
    const releases = [pushes.hold(), mails.hold()]
    await send()
    await expect.poll(() => Math.min(pushed().length, mailed().length), PATIENCE).toBe(10)
    const claimants = await listClaimants()
    const other = await system.startWorkers()
    frozen.freeze()
    const frozenAt = performance.now()
    for (const release of releases) release()
    const hasClaims = async () => (await listClaimants()).some((worker) => claimants.includes(worker))
    expect(await hasClaims()).toBe(true)
    await expect.poll(hasClaims, PATIENCE).toBe(false)
    expect(performance.now() - frozenAt).toBeLessThan(20_000)
    await expect.poll(countOpen, PATIENCE).toBe(0)
    await other.end()
    frozen.thaw()
    await remindWitness()
  }

  await freezeInFlight(announce)
  for (const [arrived, wanted, most] of [
    [pushed(), [witness, ...fans].map(({ endpoint }) => endpoint), 50],
    [mailed(), [witness, ...fans].map(({ email }) => email), 20],
  ] as const) {
    expect(new Set(arrived)).toEqual(new Set(wanted))
    // Once more the witness has got something.
    expect(arrived.length - wanted.length).toBeLessThanOrEqual(most + 1)
  }

  await freezeInFlight(() => remind(fans.map(({ id }) => id)))
  for (const [arrived, most] of [
    [pushed(), 50],
    [mailed(), 20],
  ] as const) {
    expect(new Set(arrived).size).toBe(arrived.length)
    expect(fans.length + 1 - arrived.length).toBeLessThanOrEqual(most)
  }
  await expectConsistent(system)
  await mails.stop()
})
