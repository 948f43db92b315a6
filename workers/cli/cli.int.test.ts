import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { eventChannel } from '@called-it/infra/events/channel'
import { subscribeToEvents } from '@called-it/infra/events/subscriber'
import { createLogger } from '@called-it/infra/observability/log'
import { insertApiKey } from '@called-it/infra/postgres/queries/accounts/api-keys'
import { findUserById } from '@called-it/infra/postgres/queries/accounts/users'
import { storePushSubscription } from '@called-it/infra/postgres/queries/notifications/push-subscriptions'
import { openRedis } from '@called-it/infra/redis/connection'
import { emptyTables } from '@called-it/tests/support/empty-tables'
import { changeUser, makeAdmin, makeSession, makeUser } from '@called-it/tests/support/factories/accounts'
import { makeSetlist, makeShow, makeSong } from '@called-it/tests/support/factories/catalogue'
import { makeScores, makeStanding } from '@called-it/tests/support/factories/scores'
import { folderOfFile } from '@called-it/tests/support/temporary-folder'
import { databaseOfFile } from '@called-it/tests/support/test-database'
import { testRedis } from '@called-it/tests/support/test-redis'
import { runCommand } from '@called-it/tests/support/workers/run-command'
import { sql } from 'kysely'
import { expect, test } from 'vitest'

const database = await databaseOfFile()
const folder = await folderOfFile()

const run = (args: readonly string[], env: Record<string, string> = {}) =>
  runCommand(args, { DATABASE_URL: database.url, ...env })

const auditOf = (userId: number) =>
  database.db
    .selectFrom('audit_log')
    .select(['action', 'actor_id'])
    .where('subject', '=', `user:${userId}`)
    .orderBy('id')
    .execute()

test('grants and revokes the rights of an admin with audit entries', async () => {
  const fan = await makeUser(database.db)
  expect(await run(['admin', 'grant', ` ${fan.email.toUpperCase()}`])).toMatchObject({ code: 0 })
  expect((await findUserById(database.db, fan.id))?.isAdmin).toBe(true)
  expect(await run(['admin', 'revoke', fan.email])).toMatchObject({ code: 0 })
  const again = await run(['admin', 'revoke', fan.email])
  expect(again).toMatchObject({ code: 0, stdout: expect.stringContaining('nothing is changed') })
  expect((await findUserById(database.db, fan.id))?.isAdmin).toBe(false)
  expect(await auditOf(fan.id)).toEqual([
    { action: 'admin:granted', actor_id: null },
    { action: 'admin:revoked', actor_id: null },
  ])
})

test('wakes the rights of an admin whose passkey is lost, with an audit entry', async () => {
  const admin = await makeUser(database.db, { isAdmin: true })
  await changeUser(database.db, admin.id, { first_login_at: new Date(0) })
  expect((await run(['admin', 'grant', admin.email])).stdout).toContain(
    'rights that rest are back for 14 days',
  )
  const restsAt = (await findUserById(database.db, admin.id))?.rightsRestAt?.getTime()
  expect(restsAt).toBeGreaterThan(Date.now() + 13 * 24 * 3_600_000)
  expect(await auditOf(admin.id)).toEqual([{ action: 'admin:granted', actor_id: null }])
})

test('prints the newest audit entries of an account', async () => {
  const [fan, other] = [await makeUser(database.db), await makeUser(database.db)]
  for (const { email } of [fan, other]) await run(['admin', 'grant', email])
  await run(['admin', 'revoke', fan.email])
  const lines = async (...args: string[]) => (await run(['audit', ...args])).stdout.trim().split('\n')
  const details = '-  -  {"by":"command line"}'
  expect(await lines('--user', fan.email)).toEqual([
    expect.stringMatching(new RegExp(`Z  -  admin:granted  user:${fan.id}  ${details}$`)),
    expect.stringMatching(new RegExp(`Z  -  admin:revoked  user:${fan.id}  ${details}$`)),
  ])
  expect(await lines('--last', '1')).toEqual([expect.stringContaining(`admin:revoked  user:${fan.id}`)])
  expect(await lines('--action', 'admin:granted', '--user', other.email)).toHaveLength(1)
  expect(await lines('--to', '2000-01-01')).toEqual(['The audit log has no such entry.'])
  expect(await run(['audit', '--last', '0'])).toMatchObject({ code: 1 })
})

test('ends the sessions of an account, its keys and devices, with an audit entry', async () => {
  const [fan, other] = [await makeUser(database.db), await makeUser(database.db)]
  for (const { id } of [fan, fan, other]) await makeSession(database.db, id)
  await database.db.transaction().execute(async (trx) => {
    for (const { id } of [fan, other]) {
      await insertApiKey(trx, id, 'bot')
      await storePushSubscription(trx, id, { endpoint: `https://${id}`, p256dh: '', auth: '', max: 1 })
    }
  })
  expect(await run(['sessions', 'end', fan.email])).toMatchObject({
    code: 0,
    stdout: `Sessions of ${fan.email} that were ended: 2.\n`,
  })
  const left = await database.db.selectFrom('sessions').select('user_id').execute()
  expect(left).toEqual([{ user_id: other.id }])
  for (const table of ['api_keys', 'push_subscriptions'] as const) {
    expect(await database.db.selectFrom(table).select('user_id').execute()).toEqual([{ user_id: other.id }])
  }
  expect(await auditOf(fan.id)).toEqual([{ action: 'sessions:ended', actor_id: null }])
})

test.each([
  [['admin', 'revoke'], 'rights'],
  [['sessions', 'end'], 'ended'],
])('publishes to the gateways: %s', async (command, reason) => {
  const admin = await makeAdmin(database.db)
  const redis = openRedis(testRedis().url, 'subscriber', () => undefined)
  const received = Promise.withResolvers<unknown>()
  const subscription = subscribeToEvents({
    redis,
    channel: eventChannel(),
    handlers: {
      'session:revoked': (event) => event.userId === admin.id && received.resolve(event),
    },
    onResubscribed: () => undefined,
    log: createLogger('test', 'silent'),
  })
  await run([...command, admin.email], { REDIS_URL: testRedis().url })
  expect(await received.promise).toEqual({ userId: admin.id, reason })
  subscription.close()
  redis.disconnect()
})

test.each([
  [['admin', 'grant', 'nobody@example.test'], 'makes one, once its mailed link is followed.'],
  [['audit', '--user', 'nobody'], 'nobody is not an e-mail address.'],
  [['import', 'setlists', '--from', 'May'], 'It is not a day of the form YYYY-MM-DD.'],
  [['import', 'songs', '--source', 'phishnet:se-cret'], '--source is not of the form phishnet:KEY'],
  [['import', 'songs', '--source', 'file:/nowhere/at/all.csv'], 'all.csv'],
  [
    ['import', 'check', 'https://www.setlist.fm/setlists/the-tides-1.html'],
    'use SETLIST_SOURCE=setlistfm:KEY:MBID, with an API key',
  ],
])('exits with 1 and one sentence: %j', async (args, sentence) => {
  const { code, stdout, stderr } = await run(args)
  expect(code).toBe(1)
  expect(stdout).toBe('')
  expect(stderr).toContain(sentence)
  expect(stderr).not.toMatch(/se-cret|\n +at /)
})

test.each([
  ['', 'DATABASE_URL is not set.'],
  ['postgres://me:secret@127.0.0.1:1/none', 'The database cannot be reached.'],
])('exits with one sentence when DATABASE_URL is %j', async (url, sentence) => {
  const { code, stderr } = await run(['standings', 'verify'], { DATABASE_URL: url })
  expect(code).toBe(1)
  expect(stderr).toContain(sentence)
  expect(stderr).not.toContain('secret')
})

test('reports boards that differ from a fresh count and rebuilds them', async () => {
  const fan = await makeUser(database.db)
  await makeStanding(database.db, { board: 0, user_id: fan.id, total: 45, shows: 2, best: 30 })

  const differing = await run(['standings', 'verify'])
  expect(differing.code).toBe(1)
  expect(differing.stdout).toContain(
    `all shows, user ${fan.id}: 45 points in 2 shows, best 30 on the board, nothing counted`,
  )
  expect(differing.stdout).toContain('all shows, players with 45 points: 1 on the board, nothing counted')
  expect(differing.stderr).toContain('`standings rebuild`')

  expect(await run(['standings', 'rebuild'])).toMatchObject({ code: 0 })
  expect(await run(['standings', 'verify'])).toMatchObject({ code: 0 })
})

test('names shows that were scored by older points, and has them scored again', async () => {
  const show = await makeShow(database.db, { daysFromToday: -9, venue: 'The Old Mill' })
  await makeSetlist(database.db, show.id, { set1: [(await makeSong(database.db)).id] })
  const { scoreSetId } = await makeScores(database.db, show)
  const verify = async () => (await run(['standings', 'verify'])).stdout
  expect(await verify()).not.toContain('The Old Mill')
  await database.db
    .updateTable('score_sets')
    .set({ points_version: 99 })
    .where('id', '=', scoreSetId)
    .execute()
  expect(await verify()).toContain(
    `Show ${show.id} (${show.showdate}, The Old Mill) is scored by table 99 of points`,
  )

  expect(await run(['rescore'])).toMatchObject({ code: 1 })
  const { stdout } = await run(['rescore', '--outdated'])
  expect(stdout).toContain('The workers will score 1 show again.')
  const runs = database.db.selectFrom('runs').select('order').where('state', '=', 'queued')
  expect(await runs.where('kind', '=', 'score-show').execute()).toEqual([
    { order: { showId: show.id, fetchSetlist: false } },
  ])
  await emptyTables(database.db, 'runs', 'outbox', 'shows', 'songs')
  expect((await run(['rescore', '--outdated'])).stdout).toContain(
    'Every show is scored by the current points.',
  )
})

test('imports shows while Redis is away, and setlists by day and by origin', async () => {
  const file = path.join(folder, 'setlists.csv')
  const rows = [
    'showid,showdate,tourid,tourname,venue,city,state,country,set,position,songid,song,slug,trans_mark,exclude',
    '1,2020-01-01,7,Winter,The Barn,Harborview,ME,USA,1,1,11,Harbor Teeth,harbor-teeth,>,0',
    '1,2020-01-01,7,Winter,The Barn,Harborview,ME,USA,e,2,12,Glass Elk,glass-elk,,0',
    '2,2020-01-02,7,Winter,The Barn,Harborview,ME,USA,1,1,12,Glass Elk,glass-elk,,0',
    '3,2020-01-03,7,Winter,A radio station,Harborview,ME,USA,1,1,11,Harbor Teeth,harbor-teeth,,1',
    '4,2020-01-04,7,Winter,The Barn,Harborview,ME,USA,1,1,11,Harbor Teeth,harbor-teeth,,0',
  ]
  await writeFile(file, rows.join('\n'))
  const listOfShows = path.join(folder, 'shows.csv')
  await writeFile(listOfShows, 'showid,showdate,tourid,tourname\n5,2020-01-05,7,Winter')
  const files = `file:${[file, listOfShows].join(path.delimiter)}`
  const source = ['--source', files]

  const shows = await run(['import', 'shows', ...source], { REDIS_URL: 'redis://127.0.0.1:1' })
  expect(shows).toMatchObject({
    code: 0,
    stdout: 'The catalogue is up to date (songs: 2, tours: 1, shows: 5).\n',
  })
  const stored = await database.db.selectFrom('shows').select(['id', 'source_id']).execute()
  const idOf = (sourceId: string) => stored.find((show) => show.source_id === sourceId)?.id ?? 0
  await makeSetlist(database.db, idOf('2'), {}, { origin: 'hand', text: 'by hand' })

  const part = await run(['import', 'setlists', ...source, '--from', '2020-01-02', '--to', '2020-01-03'])
  expect(part.stdout).toBe('New or changed: 0 setlists. As before: 0. Without one that counts: 1 show.\n')
  const all = await run(['import', 'setlists'], { SETLIST_SOURCE: files })
  const skipped = 'Without one that counts: 1 show. Skipped, without rows: 1 show.\n'
  expect(all.stdout).toBe(`New or changed: 2 setlists. As before: 0. ${skipped}`)
  const replacing = await run(['import', 'setlists', ...source, '--replace-hand-entered'])
  expect(replacing.stdout).toBe(`New or changed: 1 setlist. As before: 2. ${skipped}`)
  const failed = database.db
    .selectFrom('runs')
    .select('kind')
    .where(sql<string>`error ->> 'code'`, '=', 'setlist_not_found')
  expect(await failed.execute()).toEqual([])
  const texts = await database.db
    .selectFrom('shows')
    .innerJoin('setlist_revisions', 'setlist_revisions.id', 'shows.setlist_revision_id')
    .select(['shows.source_id', 'setlist_revisions.text'])
    .orderBy('shows.id')
    .execute()
  expect(texts.map(({ source_id, text }) => [source_id, text])).toEqual([
    ['1', 'Set 1: Harbor Teeth\nEncore: Glass Elk'],
    ['2', 'Set 1: Glass Elk'],
    ['4', 'Set 1: Harbor Teeth'],
  ])
})
