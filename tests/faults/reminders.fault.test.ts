/** The weekend of docs/rules.md ("Reminders"): the clock of the database goes through it, and workers are killed. */
import { noPublisher } from '@called-it/infra/events/publisher'
import type { Channel } from '@called-it/shared/notifications/channels'
import { readPush } from '@called-it/web/src/offline/push-message'
import { remindOfPicks } from '@called-it/workers/schedule/pick-reminders'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { closeBarrier } from '../support/barrier.ts'
import { type DatabaseClock, stopDatabaseClock } from '../support/database-clock.ts'
import { expectConsistent, LIMIT, PATIENCE } from '../support/expect-consistent.ts'
import { makeShow } from '../support/factories/catalogue.ts'
import { type MailServer, startMailServer } from '../support/mail-server.ts'
import { type PushService, type ReceivedPush, startPushService } from '../support/push-service.ts'
import { writtenReminder } from '../support/reminder-table.ts'
import { type System, startSystem } from '../support/start-system.ts'
import { createTestDatabase } from '../support/test-database.ts'
import { makeWrittenWeekend, type StoredFan, type StoredShow } from '../support/written-weekend.ts'

const SITE = 'https://picks.example'
const STEP_MS = 600_000
const FIRST = Date.parse('2026-07-08T12:00Z')
const LAST = Date.parse('2026-07-12T20:10Z')

/** When picks close, in words for fans in New York. */
const CLOSES_IN_NEW_YORK: Readonly<Record<string, string>> = {
  A: 'Hall A, Jul 10: picks close Fri, Jul 10, 7:30 PM EDT.',
  B: 'Hall B, Jul 11: picks close Sat, Jul 11, 8:30 PM EDT.',
  C: 'Hall C, Jul 12: picks close Sun, Jul 12, 4:00 PM EDT.',
}

type Arrival = { fan: StoredFan; show: StoredShow; channel: Channel; at: Date; push?: ReceivedPush }

let pushes: PushService
let mails: MailServer
let clock: DatabaseClock
let system: System
let shows: StoredShow[]
let fans: StoredFan[]
beforeAll(async () => {
  pushes = await startPushService()
  mails = await startMailServer()
  const database = await createTestDatabase()
  clock = await stopDatabaseClock(database, new Date(FIRST))
  const env = {
    PUBLIC_URL: SITE,
    OUTBOUND_ALLOW: pushes.host,
    SMTP_URL: mails.url,
  }
  system = await startSystem({ database, gateways: 0, workers: 0, env })
  const weekend = await makeWrittenWeekend(database.db, pushes)
  shows = weekend.shows
  fans = weekend.fans
}, LIMIT.timeout)
afterAll(async () => {
  await system.stop()
  await Promise.all([pushes.stop(), mails.stop()])
}, LIMIT.timeout)

/** As every worker does twice a minute. */
const remind = () => remindOfPicks({ db: system.database.db, publisher: noPublisher })

/** Messages to send, and those that a worker is sending. */
async function listUnsent() {
  const { rows } = await sql<{ channel: Channel; outcome: string | null }>`
    SELECT channel, outcome FROM messages WHERE done_at IS NULL OR claimed_until > now()`.execute(
    system.database.db,
  )
  return rows
}

/** Waits until nothing has to be sent. */
const settle = () => expect.poll(listUnsent, PATIENCE).toEqual([])

/** Kills the only worker while it waits for a lock, and starts the next one. */
async function killAt(change: string, row: string, work: () => Promise<unknown>): Promise<void> {
  const barrier = await closeBarrier(system.database, change, row)
  await work()
  await expect.poll(barrier.countWaiting, PATIENCE).toBeGreaterThan(0)
  await system.workers.at(-1)?.kill()
  await barrier.open()
  await system.startWorkers()
}

/** The first worker inserts nothing, the next one everything. */
async function killWhileInserting(): Promise<void> {
  await killAt('INSERT ON reminders', 'true', () => system.startWorkers())
  await expect.poll(() => pushes.received.length, PATIENCE).toBeGreaterThan(0)
}

/** Its claims end by themselves. */
const killWhileClaiming = () => killAt('UPDATE ON messages', 'OLD.claimed_by IS NULL', remind)

/** What is in the air has arrived, and its worker does not know it. */
const killWhileSending = (channel: Channel, server: () => PushService | MailServer) => async () => {
  const { received, hold } = server()
  const before = received.length
  const release = hold()
  await remind()
  const countInFlight = async () => {
    const unsent = await listUnsent()
    const inFlight = unsent.filter((message) => message.channel === channel && message.outcome === 'unknown')
    const isAlone = unsent.every((message) => message.channel === channel)
    return isAlone && inFlight.length === received.length - before ? inFlight.length : 0
  }
  await expect.poll(countInFlight, PATIENCE).toBeGreaterThan(0)
  await system.workers.at(-1)?.kill()
  release()
  await system.startWorkers()
}

const FAULTS = new Map([
  [Date.parse('2026-07-09T22:00Z'), killWhileInserting],
  [Date.parse('2026-07-10T21:30Z'), killWhileSending('push', () => pushes)],
  [Date.parse('2026-07-10T22:00Z'), killWhileClaiming],
  [Date.parse('2026-07-11T22:30Z'), killWhileSending('mail', () => mails)],
])

/** What the servers have received since they had so many. */
function arrivalsSince(pushed: number, mailed: number, at: Date): Arrival[] {
  const showOf = (link: string | undefined) => {
    const show = shows.find(({ storedId }) => link === `/prediction/${storedId}`)
    if (!show) throw new Error(`no show has the link ${link}`)
    return show
  }
  const fanOf = (has: (fan: StoredFan) => boolean) => {
    const fan = fans.find(has)
    if (!fan) throw new Error('no fan has this device or address')
    return fan
  }
  return [
    ...pushes.received.slice(pushed).map((push) => ({
      fan: fanOf(({ device }) => device === push.path),
      show: showOf(readPush(push.payload, SITE, '').path),
      channel: 'push' as const,
      at,
      push,
    })),
    ...mails.received.slice(mailed).map(({ to, text = '' }) => ({
      fan: fanOf(({ address }) => address === to?.[0]?.address),
      show: showOf(/\/prediction\/\d+/.exec(text)?.[0]),
      channel: 'mail' as const,
      at,
    })),
  ]
}

/** As the table has it. */
function inWords({ fan, show, channel, at }: Arrival): string {
  const timeZone = fan.timeZone ?? show.timeZone ?? 'UTC'
  const day = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short' }).format(at)
  return `${fan.name} ${channel}: ${day} ${writtenReminder(at, fan.timeZone, show)}`
}

/** @param nth how many the fan has not read */
function expectBothForms({ fan, show, at }: Arrival, { payload, headers }: ReceivedPush, nth: number): void {
  const title = 'You have no picks yet'
  const words = fan.timeZone === 'America/New_York' ? CLOSES_IN_NEW_YORK[show.name] : `${show.venue}, Jul`
  const body = expect.stringContaining(words ?? '')
  const tag = `pick-reminder-${show.storedId}`
  const link = `/prediction/${show.storedId}`
  expect(payload).toEqual({
    web_push: 8030,
    notification: { title, body, navigate: SITE + link, lang: 'en', tag, app_badge: String(nth) },
  })
  expect(readPush(payload, SITE, '')).toEqual({ title, body, path: link, tag, badge: nth })
  expect(headers.ttl).toBe(String((Number(show.locksAt) - Number(at)) / 1_000))
}

// F26, guarded by the one row per fan and day (`queries/notifications/reminders.ts`): without it fans get two on a day.
// And by the record of a reminder before it is sent (`workers/messages/message-sender.ts`): afterwards, the next worker
// sends it again.
test('sends the reminders of a table, none twice, with killed workers', LIMIT, async () => {
  const arrivals: Arrival[] = []
  for (let time = FIRST; time <= LAST; time += STEP_MS) {
    const at = new Date(time)
    const [pushed, mailed] = [pushes.received.length, mails.received.length]
    await clock.set(at)
    await FAULTS.get(time)?.()
    await remind()
    await settle()
    arrivals.push(...arrivalsSince(pushed, mailed, at))
  }

  const written = fans.flatMap(({ name, channels, written }) =>
    written.flatMap(([day, reminder]) => channels.map((channel) => `${name} ${channel}: ${day} ${reminder}`)),
  )
  expect(arrivals.map(inWords).sort()).toEqual(written.sort())
  for (const own of Map.groupBy(arrivals, ({ fan, channel }) => `${fan.name} ${channel}`).values()) {
    own.forEach((arrival, index) => {
      if (arrival.push) expectBothForms(arrival, arrival.push, index + 1)
    })
  }
  await expectConsistent(system)
})

// The price of the second guard. A new worker sends one mail before it knows that the server takes any.
test('loses only the reminder whose worker dies before it is sent', LIMIT, async () => {
  const locks_at = new Date('2026-08-01T20:00Z')
  const { id } = await makeShow(system.database.db, { locks_at, showdate: '2026-08-01', time_zone: 'UTC' })
  await clock.set(new Date('2026-08-01T18:00Z'))
  const before = mails.received.length
  await system.workers.at(-1)?.kill()
  await system.startWorkers()
  await killAt('UPDATE ON messages', `NEW.outcome = 'unknown' AND NEW.channel = 'mail'`, remind)
  await remind()
  await settle()
  const mailed = mails.received.slice(before).map(({ to }) => to?.[0]?.address)
  const reminded = await system.database.db
    .selectFrom('messages')
    .innerJoin('users', 'users.id', 'messages.user_id')
    .innerJoin('reminders', 'reminders.user_id', 'users.id')
    .select('email')
    .where('channel', '=', 'mail')
    .where('reminders.show_id', '=', id)
    .where('reminders.created_at', '<=', sql<Date>`messages.created_at`)
    .execute()
  expect(reminded.length).toBeGreaterThan(1)
  expect(reminded.filter(({ email }) => !mailed.includes(email ?? ''))).toHaveLength(1)
  expect(new Set(mailed).size).toBe(mailed.length)
  await expectConsistent(system)
})
