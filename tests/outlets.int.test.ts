import { openMailer } from '@called-it/infra/mail/mailer'
import { openOutbound } from '@called-it/infra/outbound/outbound'
import type { Database } from '@called-it/infra/postgres/client'
import { findShowForUpdate } from '@called-it/infra/postgres/queries/catalogue/shows'
import { insertLiveRevision } from '@called-it/infra/postgres/queries/live/live-setlists'
import { announceToUsers } from '@called-it/infra/postgres/queries/notifications/announcements'
import { storeNotificationTimes } from '@called-it/infra/postgres/queries/notifications/notification-settings'
import { insertPublicEvents } from '@called-it/infra/postgres/queries/outlets/public-events'
import { insertWebhook } from '@called-it/infra/postgres/queries/outlets/webhooks'
import { insertDueWeeklyTables } from '@called-it/infra/postgres/queries/outlets/weekly-tables'
import { putFact } from '@called-it/infra/postgres/queries/work/installation-facts'
import { insertJob } from '@called-it/infra/postgres/queries/work/outbox'
import { jobs } from '@called-it/shared/contract/jobs'
import { GLOBAL_BOARD } from '@called-it/shared/contract/leaderboards'
import { deliveryKind, WEBHOOK_FORMATS } from '@called-it/shared/contract/webhooks'
import { ANNOUNCEMENT_KINDS } from '@called-it/shared/notifications/kinds'
import { commitPicks } from '@called-it/workers/jobs/locks/commit-picks'
import { deliverWebhook } from '@called-it/workers/jobs/outlets/deliver-webhook'
import { describe, expect, onTestFinished, test } from 'vitest'
import { makeAdmin, makeUser } from './support/factories/accounts.ts'
import { makeSetlist, makeShow, makeSongs, makeTour } from './support/factories/catalogue.ts'
import { makeLeague } from './support/factories/leagues.ts'
import { makeWishes } from './support/factories/notifications.ts'
import { makePrediction, makeScores, makeStanding } from './support/factories/scores.ts'
import { makeSeason } from './support/factories/seasons.ts'
import { gatewayOfFile } from './support/gateway/start-gateway.ts'
import { startMailServer } from './support/mail-server.ts'
import { startWebhookReceiver } from './support/outlets/webhook-receiver.ts'
import { startPushService } from './support/push-service.ts'
import { TEST_SETTINGS_KEYS } from './support/settings-keys.ts'
import { deliverAnnouncements } from './support/workers/announcements.ts'
import { deliverToUsers } from './support/workers/notified-users.ts'
import { createRunBench, type RunBench } from './support/workers/run-bench.ts'
import { deliverMessages } from './support/workers/sent-messages.ts'

const PLAYERS = ['Ann', 'Bob', 'Cy']
const DOMAIN = 'addresses.example'

const makePlayers = (db: Database) =>
  Promise.all(
    PLAYERS.map((displayName) =>
      makeUser(db, { displayName, email: `${displayName.toLowerCase()}@${DOMAIN}`, showsPicks: true }),
    ),
  )

/** A tour that is over, whose players lead every table. */
const gateway = await gatewayOfFile({ config: { embedOrigins: ['https://band.example'] } })
const { db } = gateway.postgres
const tourId = (await makeTour(db)).id
const show = await makeShow(db, { tour_id: tourId, daysFromToday: -3 })
await makeSetlist(db, show.id)
const users = await makePlayers(db)
await makeScores(
  db,
  show,
  users.map(({ id }) => ({ user_id: id, total: 9 })),
)
for (const board of [GLOBAL_BOARD, tourId]) {
  for (const { id } of users) {
    await makeStanding(db, { board, user_id: id, total: 9, shows: 1, best: 9 })
  }
}
await makeSeason(db, tourId)
const leaders = users.map(({ displayName }) => ({ rank: 1, name: displayName, points: 9 }))
const { id, showdate, venue } = show
await db.transaction().execute((trx) =>
  insertPublicEvents(trx, [
    {
      kind: 'show-final',
      showId: id,
      key: 'final',
      payload: { show: { id, date: showdate, venue, place: '' }, players: users.length, leaders },
    },
  ]),
)

describe('outlet', () => {
  test.each([
    ['the calendar', '/calendar.ics?tour=:tour', 'BEGIN:VEVENT'],
    ['the feed', '/feed.atom', 'Scores are final'],
    ['the embedded board', '/embed/board', 'Ann'],
    ['the embedded board of a tour', '/embed/board?tour=:tour', 'Ann'],
    ['results as JSON', '/api/tours/:tour/results.json', 'Ann'],
    ['results as CSV', '/api/tours/:tour/results.csv', 'Ann'],
    ['the manifest', '/manifest.webmanifest', 'icons'],
    ['a board', '/api/tours/:tour/leaderboard', 'Ann'],
  ])('keeps the addresses of users out of %s', async (_, path, content) => {
    const { status, text, headers } = await gateway.send('GET', path.replace(':tour', String(tourId)))
    expect(status).toBe(200)
    expect(text).toContain(content)
    expect(text + JSON.stringify([...headers])).not.toContain(DOMAIN)
  })
})

const IN_AN_HOUR = new Date(Date.now() + 3_600_000).toISOString()
/** What no night and no week tells by itself. */
const OTHER_NEWS = [
  { kind: 'lock-moved', payload: { from: null, to: IN_AN_HOUR } },
  { kind: 'picks-reopened', payload: { until: IN_AN_HOUR, reason: 'too early' } },
  { kind: 'show-cancelled', payload: { reason: null } },
  { kind: 'pick-reminder', payload: { locks_at: IN_AN_HOUR } },
  { kind: 'you-lead', payload: { total: 9 } },
  { kind: 'admin-notice', payload: { text: 'Hello' } },
] as const

/** Every event and every notification, of these players. */
async function playWeek(bench: RunBench, userIds: readonly number[], createdBy: number): Promise<void> {
  const { db, publisher } = bench
  const songIds = (await makeSongs(db, 3)).map(({ id }) => id)
  const minuteAgo = new Date(Date.now() - 60_000)
  const show = await makeShow(db, { daysFromToday: 0, locks_at: minuteAgo })
  for (const [index, userId] of userIds.entries()) {
    await makePrediction(db, { showId: show.id, userId, picks: { set1: songIds.slice(index) } })
  }
  await makeLeague(db, userIds)
  await putFact(db, 'roots-since', minuteAgo.toISOString())
  const outboxId = await db
    .transaction()
    .execute((trx) => insertJob(trx, 'commit-picks', { showId: show.id }))
  await commitPicks({ db, publisher })({ showId: show.id }, { outboxId, attempt: 1 })
  for (const played of [songIds, songIds.toReversed()]) {
    const performances = played.map((songId) => ({ setName: 'set1' as const, songId, at: null }))
    const setlist = { performances, openSet: 'set1' as const, isNewSet: false }
    await db.transaction().execute(async (trx) => {
      await findShowForUpdate(trx, show.id)
      await insertLiveRevision(trx, { showId: show.id, setlist, notes: null, createdBy })
    })
    await bench.run('score-show', { showId: show.id, fetchSetlist: false })
    await deliverAnnouncements(bench)
  }
  await insertDueWeeklyTables(db, new Date(Date.now() + 10 * 86_400_000))
  const showId = (await makeShow(db)).id
  for (const news of OTHER_NEWS) {
    await db.transaction().execute((trx) => announceToUsers(trx, { ...news, showId, userIds }))
  }
  await deliverToUsers(bench)
}

describe('message', () => {
  test('keeps the addresses of users out of webhooks, pushes and mails to others', async () => {
    const bench = await createRunBench()
    const { db } = bench
    const receiver = await startWebhookReceiver()
    const pushes = await startPushService()
    const mails = await startMailServer()
    const mailer = openMailer({
      smtpUrl: mails.url,
      dataDir: '/nowhere',
      from: 'no-reply@picks.example',
      replyTo: null,
    })
    onTestFinished(async () => {
      mailer.close()
      await Promise.all([bench.drop(), receiver.stop(), pushes.stop(), mails.stop()])
    })

    const adminId = (await makeAdmin(db)).id
    const userIds = (await makePlayers(db)).map(({ id }) => id)
    await db.transaction().execute(async (trx) => {
      for (const format of WEBHOOK_FORMATS) {
        const url = `https://${receiver.host}/${format}`
        const kinds = [...deliveryKind.options]
        await insertWebhook(trx, TEST_SETTINGS_KEYS, {
          name: format,
          url,
          format,
          kinds,
          has_spoilers: true,
          created_by: adminId,
        })
      }
      for (const id of userIds) {
        // At any hour.
        await storeNotificationTimes(trx, id, { time_zone: 'UTC', quiet_from: 0, quiet_until: 0 })
      }
    })
    for (const id of userIds) {
      const devices = [pushes.subscribe()]
      await makeWishes(db, id, { kinds: ANNOUNCEMENT_KINDS, wishes: { mail: true }, devices })
    }
    await playWeek(bench, userIds, adminId)

    const publicUrl = 'https://picks.example'
    const outbound = openOutbound({ allow: [receiver.host, pushes.host], ca: receiver.cert })
    const letterhead = { product: 'Called It', band: { name: 'Tinhorn' }, texts: { footer: [] } }
    const deliver = deliverWebhook({ db, outbound, publicUrl, settingsKeys: TEST_SETTINGS_KEYS })
    for (const { id, job, payload } of await db
      .selectFrom('outbox')
      .select(['id', 'job', 'payload'])
      .where('done_at', 'is', null)
      .execute()) {
      const context = { outboxId: id, attempt: 1 }
      if (job === 'deliver-webhook') await deliver(jobs[job].payload.parse(payload), context)
    }
    await deliverMessages({
      ...{ db, pool: bench.pool, outbound, mailer, letterhead, publicUrl },
      settingsKeys: TEST_SETTINGS_KEYS,
    })

    const events = await db.selectFrom('public_events').select('kind').execute()
    expect(new Set(events.map(({ kind }) => kind))).toEqual(new Set(deliveryKind.options))
    for (const format of WEBHOOK_FORMATS) {
      expect(receiver.received.filter(({ path }) => path === `/${format}`)).toHaveLength(events.length)
    }
    const news = await db
      .selectFrom('notifications')
      .innerJoin('announcements', 'announcements.id', 'announcement_id')
      .select('kind')
      .execute()
    expect(new Set(news.map(({ kind }) => kind))).toEqual(new Set(ANNOUNCEMENT_KINDS))
    expect(pushes.received).toHaveLength(news.length)
    expect(mails.received).toHaveLength(news.length)

    expect(JSON.stringify([receiver.received, pushes.received])).not.toContain(DOMAIN)
    for (const mail of mails.received) {
      const own = mail.to?.[0]?.address ?? ''
      expect(own).toContain(DOMAIN)
      expect(JSON.stringify(mail).replaceAll(own, '')).not.toContain(DOMAIN)
    }
  })
})
