/** The weekend of docs/rules.md ("Reminders"): the clock of the database goes through it, and workers are killed. */
import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { noPublisher } from '@called-it/infra/live/publisher'
import { storeChoice } from '@called-it/infra/postgres/queries/notifications/notification-settings'
import { storePushSubscription } from '@called-it/infra/postgres/queries/notifications/push-subscriptions'
import { CHANNELS, type Channel } from '@called-it/shared/notifications/channels'
import { readPush } from '@called-it/web/src/offline/push-message'
import { remindOfPicks } from '@called-it/workers/schedule/pick-reminders'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { closeBarrier } from '../support/barrier.ts'
import { type DatabaseClock, stopDatabaseClock } from '../support/database-clock.ts'
import { expectConsistent, LIMIT, PATIENCE } from '../support/expect-consistent.ts'
import { makeUser } from '../support/factories/accounts.ts'
import { makeShow, makeSong } from '../support/factories/catalogue.ts'
import { makePrediction } from '../support/factories/scores.ts'
import { isLongRun } from '../support/long-run.ts'
import { type MailServer, startMailServer } from '../support/mail-server.ts'
import { type PushService, type ReceivedPush, startPushService } from '../support/push-service.ts'
import {
  readReminderTable,
  type WrittenFan,
  type WrittenShow,
  writtenReminder,
} from '../support/reminder-table.ts'
import { type System, startSystem } from '../support/start-system.ts'
import { makeTemporaryDataDir, removeTemporaryDataDir } from '../support/temporary-data-dir.ts'
import { createTestDatabase } from '../support/test-database.ts'

const SITE = 'https://picks.example'
const STEP_MS = 600_000
const FIRST = Date.parse('2026-07-08T12:00:00Z')
const LAST = Date.parse('2026-07-12T20:10:00Z')

/** Each fan of the table comes once with each of them. All have a device. */
const CHOICES: { choices: Partial<Record<Channel, boolean>>; channels: Channel[] }[] = [
  { choices: {}, channels: ['push'] },
  { choices: { mail: true }, channels: ['push', 'mail'] },
  { choices: { push: false, mail: true }, channels: ['mail'] },
  { choices: { push: false }, channels: [] },
]

/** In the words of fans who said that they live in New York. */
const CLOSES_IN_NEW_YORK: Readonly<Record<string, string>> = {
  A: 'Fri, Jul 10, 7:30 PM EDT',
  B: 'Sat, Jul 11, 8:30 PM EDT',
  C: 'Sun, Jul 12, 4:00 PM EDT',
}

type StoredShow = WrittenShow & { storedId: number; venue: string }
type StoredFan = WrittenFan & { name: string; channels: readonly Channel[]; address: string; device: string }
type Arrival = { fan: StoredFan; channel: Channel; show: StoredShow; at: Date; push?: ReceivedPush }

const { shows: writtenShows, fans: writtenFans } = await readReminderTable()

let folder: string
let system: System
let clock: DatabaseClock
let pushes: PushService
let mails: MailServer
beforeAll(async () => {
  if (!isLongRun) return
  folder = await makeTemporaryDataDir()
  pushes = await startPushService()
  mails = await startMailServer()
  const certificate = path.join(folder, 'push-service.pem')
  await writeFile(certificate, pushes.cert)
  const database = await createTestDatabase()
  clock = await stopDatabaseClock(database, new Date(FIRST))
  const env = {
    PUBLIC_URL: SITE,
    OUTBOUND_ALLOW: pushes.host,
    NODE_EXTRA_CA_CERTS: certificate,
    SMTP_URL: mails.url,
  }
  system = await startSystem({ database, gateways: 0, workers: 0, env })
}, LIMIT.timeout)
afterAll(async () => {
  if (!isLongRun) return
  await system.stop()
  await Promise.all([pushes.stop(), mails.stop()])
  await removeTemporaryDataDir(folder)
}, LIMIT.timeout)

async function storeShow(show: WrittenShow): Promise<StoredShow> {
  const { name, day, locksAt, timeZone } = show
  const venue = `Hall ${name}`
  const given = { venue, showdate: day, locks_at: locksAt, time_zone: timeZone }
  const { id } = await makeShow(system.database.db, given)
  return { ...show, venue, storedId: id }
}

async function storeFan(
  fan: WrittenFan,
  number: number,
  { choices, channels }: (typeof CHOICES)[number],
  shows: readonly StoredShow[],
): Promise<StoredFan> {
  const { db } = system.database
  const { timeZone: time_zone, quietFrom: quiet_from, quietUntil: quiet_until } = fan
  const { id, email } = await makeUser(db)
  const device = pushes.subscribe()
  await db.transaction().execute(async (trx) => {
    await storePushSubscription(trx, id, { ...device, max: 10 })
    for (const channel of CHANNELS) {
      const isOn = fan.isOn ? choices[channel] : false
      if (isOn !== undefined) await storeChoice(trx, id, { kind: 'pick-reminder', channel, isOn })
    }
  })
  if (time_zone !== null) {
    const settings = { user_id: id, time_zone, quiet_from, quiet_until }
    await db.insertInto('notification_settings').values(settings).execute()
  }
  for (const show of shows) {
    if (!fan.picked.has(show.id)) continue
    await makePrediction(db, { showId: show.storedId, userId: id, picks: { set1: [1] } })
  }
  return {
    ...fan,
    name: `${number} (${fan.timeZone ?? 'unknown'}, ${channels.join(' and ') || 'none'})`,
    channels: fan.isOn ? channels : [],
    address: email,
    device: new URL(device.endpoint).pathname,
  }
}

const remind = () => remindOfPicks({ db: system.database.db, publisher: noPublisher })

const countReceived = () => pushes.received.length + mails.received.length

/** What has not been sent. */
async function countOpen(): Promise<number> {
  const open = await system.database.db
    .selectFrom('outbox')
    .select('id')
    .where('job', '=', 'send-messages')
    .where('done_at', 'is', null)
    .execute()
  return open.length
}

/** The only worker that runs. */
async function killWorker(): Promise<void> {
  await system.workers.at(-1)?.kill()
}

async function killWhileInserting(): Promise<void> {
  const barrier = await closeBarrier(system.database, 'INSERT ON reminders', 'true')
  await system.startWorkers()
  await expect.poll(barrier.countWaiting, PATIENCE).toBe(1)
  await killWorker()
  await barrier.open()
  await system.startWorkers()
  await expect.poll(countReceived, PATIENCE).toBeGreaterThan(0)
}

async function killWhileRecording(): Promise<void> {
  const barrier = await closeBarrier(system.database, 'UPDATE ON messages', 'NEW.done_at IS NOT NULL')
  await remind()
  await expect.poll(barrier.countWaiting, PATIENCE).toBe(1)
  await killWorker()
  await barrier.open()
  await system.startWorkers()
}

/** It has sent a message and does not know it. */
const killWhileSending = (server: PushService | MailServer) => async () => {
  const before = server.received.length
  const release = server.hold()
  await remind()
  await expect.poll(() => server.received.length, PATIENCE).toBe(before + 1)
  await killWorker()
  release()
  await system.startWorkers()
}

function expectBothForms({ fan, show, at, push }: Arrival, nth: number): void {
  const title = 'You have no picks yet'
  const { timeZone, name } = { timeZone: fan.timeZone, name: show.name }
  const closes = timeZone === 'America/New_York' ? CLOSES_IN_NEW_YORK[name] : undefined
  const date = new Date(show.day).toLocaleDateString('en-US', {
    month: 'short',
    day: 'numeric',
    timeZone: 'UTC',
  })
  const body = expect.stringContaining(`${show.venue}, ${date}: picks close ${closes ?? ''}`)
  const [tag, link] = [`pick-reminder-${show.storedId}`, `/prediction/${show.storedId}`]
  expect(push?.payload).toEqual({
    web_push: 8030,
    notification: { title, body, navigate: SITE + link, lang: 'en', tag, app_badge: String(nth) },
  })
  expect(readPush(push?.payload, SITE)).toEqual({ title, body, path: link, tag, badge: nth })
  expect(push?.headers).toMatchObject({ ttl: String((Number(show.locksAt) - Number(at)) / 1_000) })
}

// F26, guarded by the only row of a fan and a day (`queries/notifications/reminders.ts`): without it fans get two reminders
// on a day. And by the record of a reminder before it is sent (`workers/jobs/send-messages.ts`): afterwards it is sent again.
test.runIf(isLongRun)('sends the reminders of a table, none twice, with killed workers', LIMIT, async () => {
  await makeSong(system.database.db, { id: 1 })
  const shows: StoredShow[] = []
  for (const show of writtenShows) shows.push(await storeShow(show))
  const fans: StoredFan[] = []
  for (const [index, fan] of writtenFans.entries()) {
    for (const given of CHOICES) fans.push(await storeFan(fan, index + 1, given, shows))
  }
  const faults = new Map([
    [Date.parse('2026-07-09T22:00Z'), killWhileInserting],
    [Date.parse('2026-07-10T21:30Z'), killWhileSending(pushes)],
    [Date.parse('2026-07-10T22:00Z'), killWhileRecording],
    [Date.parse('2026-07-11T22:30Z'), killWhileSending(mails)],
  ])

  const arrivals: Arrival[] = []
  const arrive = (given: { address?: string; device?: string; channel: Channel; text: string; at: Date }) => {
    const fan = fans.find(({ address, device }) => address === given.address || device === given.device)
    const show = shows.find(({ storedId }) => new RegExp(`/prediction/${storedId}\\b`).test(given.text))
    if (!fan || !show) throw new Error(`nobody expects ${given.text}`)
    const { channel, at } = given
    arrivals.push({ fan, show, channel, at })
    return arrivals.at(-1)
  }
  for (let time = FIRST; time <= LAST; time += STEP_MS) {
    const at = new Date(time)
    const [pushed, mailed] = [pushes.received.length, mails.received.length]
    await clock.set(at)
    await faults.get(time)?.()
    await remind()
    await expect.poll(countOpen, PATIENCE).toBe(0)
    for (const push of pushes.received.slice(pushed)) {
      const arrival = arrive({ device: push.path, channel: 'push', text: JSON.stringify(push.payload), at })
      if (arrival) arrival.push = push
    }
    for (const mail of mails.received.slice(mailed)) {
      arrive({ address: mail.to?.[0]?.address ?? '', channel: 'mail', text: mail.text ?? '', at })
    }
  }

  const dayOf = (at: Date, timeZone: string | null) =>
    new Intl.DateTimeFormat('sv-SE', { timeZone: timeZone ?? 'UTC', dateStyle: 'short' }).format(at)
  const received = arrivals.map(
    ({ fan, show, channel, at }) =>
      `${fan.name}: ${channel} ${dayOf(at, fan.timeZone ?? show.timeZone)} ${writtenReminder(at, fan.timeZone, show)}`,
  )
  const expected = fans.flatMap(({ name, channels, written }) =>
    written.flatMap(([day, reminder]) => channels.map((channel) => `${name}: ${channel} ${day} ${reminder}`)),
  )
  expect(received.sort()).toEqual(expected.sort())
  for (const own of Map.groupBy(arrivals, ({ fan, channel }) => `${fan.name} ${channel}`).values()) {
    own.forEach((arrival, index) => {
      if (arrival.push) expectBothForms(arrival, index + 1)
    })
  }
  await expectConsistent(system)
})
