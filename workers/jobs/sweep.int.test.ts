import { createLogger } from '@called-it/infra/observability/log'
import { insertRegistrationToken } from '@called-it/infra/postgres/queries/accounts/registrations'
import { eraseUser } from '@called-it/infra/postgres/queries/accounts/users'
import { insertPublicEvents } from '@called-it/infra/postgres/queries/outlets/public-events'
import { findFact, putFact } from '@called-it/infra/postgres/queries/work/installation-facts'
import { holdOpenJobForUpdate, insertJob } from '@called-it/infra/postgres/queries/work/outbox'
import { readVapidKeys } from '@called-it/infra/push/vapid-keys'
import { decryptSecret } from '@called-it/infra/secrets/encrypted-secret'
import { topics } from '@called-it/shared/contract/events'
import { emptyTables } from '@called-it/tests/support/empty-tables'
import { makeRegistration, makeUser } from '@called-it/tests/support/factories/accounts'
import { makeSetlist, makeShow } from '@called-it/tests/support/factories/catalogue'
import { makeLeague } from '@called-it/tests/support/factories/leagues'
import { makeBand } from '@called-it/tests/support/factories/night'
import { makeScores } from '@called-it/tests/support/factories/scores'
import { TEST_SETTINGS_KEYS } from '@called-it/tests/support/settings-keys'
import { benchOfFile } from '@called-it/tests/support/workers/run-bench'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { sweep } from './sweep.ts'

const bench = await benchOfFile()
const played = { set1: (await makeBand(bench.db, 3)).ids(0, 1, 2) }

async function runSweep(): Promise<string> {
  const { db, publisher } = bench
  const outboxId = await db.transaction().execute((trx) => insertJob(trx, 'sweep', {}))
  const handler = sweep({
    db,
    publisher,
    settingsKeys: TEST_SETTINGS_KEYS,
    log: createLogger('test', 'silent'),
  })
  await handler({}, { outboxId, attempt: 1 })
  await handler({}, { outboxId, attempt: 2 })
  return outboxId
}

const scoredShow = () => bench.scoredNight({ setlist: played, cards: [played] })

const makeSetsOld = () =>
  sql`UPDATE score_sets SET created_at = created_at - interval '1 hour'`.execute(bench.db)
const setsWithScores = async () =>
  (
    await bench.db.selectFrom('scores').select('score_set_id').distinct().orderBy('score_set_id').execute()
  ).map(({ score_set_id }) => score_set_id)

test('deletes unreferenced scores after a while and keeps the others', async () => {
  const show = await scoredShow()
  await bench.score(show.id)
  await runSweep()
  expect(await setsWithScores()).toHaveLength(2)

  await makeSetsOld()
  await runSweep()
  const { score_set_id } = await bench.getShow(show.id)
  expect(await setsWithScores()).toEqual([score_set_id])
  const sets = await bench.db.selectFrom('score_sets').select('id').execute()
  expect(sets).toEqual([{ id: score_set_id }])
})

test('deletes scores without a score set', async () => {
  await sql`INSERT INTO scores SELECT 999999, 1, 0, 0, 0, 0, 0, 0`.execute(bench.db)
  await runSweep()
  expect(await setsWithScores()).not.toContain(999_999)
})

test('leaves a score set alone that a run may be filling', async () => {
  const show = await makeShow(bench.db)
  const revision = await makeSetlist(bench.db, show.id, played)
  const runId = await bench.enqueue('score-show', { showId: show.id, fetchSetlist: false })
  const set = await bench.db
    .insertInto('score_sets')
    .values({ show_id: show.id, revision_id: revision.id, run_id: runId })
    .returning('id')
    .executeTakeFirstOrThrow()
  await sql`INSERT INTO scores SELECT ${set.id}::integer, 1, 0, 0, 0, 0, 0, 0`.execute(bench.db)
  await makeSetsOld()
  await runSweep()
  expect(await setsWithScores()).toContain(set.id)
})

test('enqueues scoring for a scored show without scores', async () => {
  const show = await scoredShow()
  await sql`
    DELETE FROM scores USING shows
    WHERE scores.score_set_id = shows.score_set_id AND shows.id = ${show.id}`.execute(bench.db)
  await runSweep()
  const queued = await bench.db
    .selectFrom('runs')
    .select(['kind', 'order'])
    .where('state', '=', 'queued')
    .where('subject', '=', `show:${show.id}`)
    .execute()
  expect(queued).toEqual([{ kind: 'score-show', order: { showId: show.id, fetchSetlist: false } }])
})

test('opens picks that an ended run has closed', async () => {
  const scored = await makeShow(bench.db)
  await makeSetlist(bench.db, scored.id, played)
  const { runId } = await makeScores(bench.db, scored)
  const show = await makeShow(bench.db, { picks_closed: true, closed_by_run: runId })
  await runSweep()
  expect(await bench.getShow(show.id)).toMatchObject({ picks_closed: false, closed_by_run: null })
  expect(bench.published).toContain(`show:${show.id}`)
})

test('encrypts the secrets that an earlier release has stored in clear', async () => {
  const { db } = bench
  const { id: created_by } = await makeUser(db)
  await sql`
    INSERT INTO webhooks (name, url, format, kinds, has_spoilers, secret, created_by)
    VALUES ('clear', 'https://hooks.example', 'json', '{weekly-table}', true, 'whsec_clear', ${created_by})`.execute(
    db,
  )
  await putFact(db, 'vapid-keys', { publicKey: 'public', privateKey: 'clear' })
  await runSweep()
  await runSweep()
  const [webhook] = await db.selectFrom('webhooks').select('secret').where('name', '=', 'clear').execute()
  expect(webhook?.secret).toMatch(/^aes256gcm\./)
  expect(decryptSecret(TEST_SETTINGS_KEYS, webhook?.secret ?? '')).toBe('whsec_clear')
  expect((await findFact(db, 'vapid-keys'))?.privateKey).toMatch(/^aes256gcm\./)
  expect(await readVapidKeys(db, TEST_SETTINGS_KEYS)).toEqual({ publicKey: 'public', privateKey: 'clear' })
  await emptyTables(db, 'webhooks')
})

test('deletes expired rows and marks its own job done', async () => {
  const { db } = bench
  const { id: userId } = await makeUser(db)
  await sql`
    INSERT INTO auth_tokens (user_id, purpose, token_hash, expires_at)
    VALUES (${userId}, 'verify-email', ${Buffer.alloc(32, 1)}, now() - interval '31 days'),
      (${userId}, 'verify-email', ${Buffer.alloc(32, 2)}, now() - interval '29 days')`.execute(db)
  await sql`
    INSERT INTO sessions (sid, sess, expire)
    VALUES ('over', '{}', now() - interval '1 second'), ('open', '{}', now() + interval '1 day')`.execute(db)
  const [ended, open] = [await makeRegistration(db), await makeRegistration(db)]
  await sql`
    UPDATE registrations SET created_at = now() - CASE id WHEN ${ended.id}
      THEN interval '7 days 1 minute' ELSE interval '6 days 23 hours' END`.execute(db)
  await db.transaction().execute((trx) => insertRegistrationToken(trx, ended.id, 'verify-email'))
  await sql`
    INSERT INTO push_subscriptions (user_id, endpoint, p256dh, auth, device_key, used_at)
    VALUES (${userId}, 'unused', '', '', 'a', now() - interval '91 days'),
      (${userId}, 'of an expired session', '', '', 'b', now() - interval '89 days')`.execute(db)
  const outboxId = await runSweep()
  expect(await db.selectFrom('push_subscriptions').select('endpoint').execute()).toEqual([
    { endpoint: 'of an expired session' },
  ])
  expect(await db.selectFrom('registrations').select('id').execute()).toEqual([{ id: open.id }])
  expect(await db.selectFrom('sessions').select('sid').execute()).toEqual([{ sid: 'open' }])
  expect(await db.selectFrom('auth_tokens').select('token_hash').execute()).toEqual([
    { token_hash: Buffer.alloc(32, 2) },
  ])
  expect(await db.transaction().execute((trx) => holdOpenJobForUpdate(trx, outboxId))).toBe(false)
})

test('deletes audit entries after 180 days', async () => {
  const insert = (action: string, days: number) =>
    bench.db
      .insertInto('audit_log')
      .values({ action, at: new Date(Date.now() - days * 86_400_000), details: '{}' })
      .execute()
  await insert('old', 181)
  await insert('recent', 179)
  await runSweep()
  const left = await bench.db.selectFrom('audit_log').select('action').execute()
  expect(left.map(({ action }) => action)).toEqual(['recent'])
})

test('keeps the newest 200 notifications of 90 days, and none of a deleted user', async () => {
  const [busy, late, gone] = [await makeUser(bench.db), await makeUser(bench.db), await makeUser(bench.db)]
  const insert = (userId: number, count: number, age: string) =>
    sql`
      INSERT INTO notifications (user_id, announcement_id, created_at)
      SELECT ${userId}, number, now() - ${age}::interval FROM generate_series(1, ${count}::integer) AS number
    `.execute(bench.db)
  await insert(busy.id, 203, '1 day')
  await insert(late.id, 2, '91 days')
  await insert(late.id, 1, '89 days')
  await insert(gone.id, 1, '1 day')
  await eraseUser(bench.db, gone.id)
  const left = () =>
    bench.db
      .selectFrom('notifications')
      .select(({ fn }) => [
        'user_id',
        fn.countAll<number>().as('count'),
        fn.min('announcement_id').as('first'),
      ])
      .groupBy('user_id')
      .orderBy('user_id')
      .execute()
  await runSweep()
  expect(await left()).toHaveLength(3)

  await sql`INSERT INTO announcements (kind, payload, sent_at) VALUES ('admin-notice', '{}', now())`.execute(
    bench.db,
  )
  await runSweep()
  expect(await left()).toEqual([
    { user_id: busy.id, count: 200, first: 4 },
    { user_id: late.id, count: 1, first: 1 },
  ])
})

test('deletes leagues a day after their owner did, then their topics', async () => {
  const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000)
  const [gone, restorable, kept] = [
    await makeLeague(bench.db, [], { deleted_at: hoursAgo(25) }),
    await makeLeague(bench.db, [], { deleted_at: hoursAgo(23) }),
    await makeLeague(bench.db, []),
  ]
  const topicsOf = [gone, restorable, kept].map(({ id }) => topics.league(id))
  await bench.db
    .insertInto('topic_versions')
    .values(topicsOf.map((topic) => ({ topic, version: 1, changed_at: hoursAgo(25) })))
    .execute()
  await runSweep()
  const left = await bench.db.selectFrom('leagues').select('id').orderBy('id').execute()
  expect(left.map(({ id }) => id)).toEqual([restorable.id, kept.id])
  const versions = await bench.db
    .selectFrom('topic_versions')
    .select('topic')
    .where('topic', 'like', 'league:%')
    .orderBy('topic')
    .execute()
  expect(versions.map(({ topic }) => topic)).toEqual(topicsOf.slice(1).sort())
})

test('deletes preview images after 30 days', async () => {
  const image = { kind: 'board', theme: 'dark', revision: 'a', png: Buffer.from('png') } as const
  const ago = (days: number) => sql<Date>`now() - make_interval(days => ${days})`
  await bench.db
    .insertInto('preview_images')
    .values([
      { ...image, subject: 'old', created_at: ago(31) },
      { ...image, subject: 'new', created_at: ago(29) },
    ])
    .execute()
  await runSweep()
  expect(await bench.db.selectFrom('preview_images').select('subject').execute()).toEqual([
    { subject: 'new' },
  ])
})

test('deletes public events after 90 days with their deliveries', async () => {
  const { db } = bench
  const { id: created_by } = await makeUser(db)
  await sql`
    INSERT INTO webhooks (name, url, format, kinds, has_spoilers, secret, created_by)
    VALUES ('a', 'https://hooks.example', 'json', '{weekly-table}', true, 'whsec_', ${created_by})`.execute(
    db,
  )
  await db.transaction().execute((trx) =>
    insertPublicEvents(
      trx,
      ['old', 'new'].map((key) => ({
        kind: 'weekly-table',
        showId: null,
        key,
        payload: { from: '2030-01-01', to: '2030-01-07', shows: 1, rows: [] },
      })),
    ),
  )
  await sql`
    UPDATE public_events SET created_at = now() - CASE key WHEN 'old' THEN interval '91 days' ELSE '89 days' END
  `.execute(db)
  await runSweep()
  const kept = await db.selectFrom('public_events').select('key').where('show_id', 'is', null).execute()
  expect(kept).toEqual([{ key: 'new' }])
  expect(await db.selectFrom('webhook_deliveries').select('id').execute()).toHaveLength(1)
})
