import { mkdir, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { newBackupName, openBackupFolder } from '@called-it/infra/backups/backup-folder'
import { createLogger } from '@called-it/infra/observability/log'
import { findNextBackup } from '@called-it/infra/postgres/queries/work/backup-schedule'
import {
  findFailedBackup,
  insertBackupWork,
  listBackupWork,
  listVerifications,
} from '@called-it/infra/postgres/queries/work/backup-work'
import { startNextWork, whileAlone } from '@called-it/infra/postgres/queries/work/backup-work-steps'
import type { BackupWorkKind } from '@called-it/infra/postgres/schema/installation'
import { makeAdmin, makeUser } from '@called-it/tests/support/factories/accounts'
import { TEST_SETTINGS_KEYS } from '@called-it/tests/support/settings-keys'
import { folderOfTest } from '@called-it/tests/support/temporary-folder'
import { databaseOfTest, type TestDatabase } from '@called-it/tests/support/test-database'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { doBackupWork, startBackupWork } from './backup-work.ts'

const NONE = { everyHours: 0, keep: 2 }

async function installation(backups = NONE) {
  const database = await databaseOfTest()
  const dataDir = await folderOfTest()
  const { db, pool } = database
  const parts = {
    ...{ db, pool, dataDir, settings: { backups } },
    settingsKeys: TEST_SETTINGS_KEYS,
    log: createLogger('test', 'silent'),
  }
  return {
    database,
    db,
    parts,
    dir: path.join(dataDir, 'backups'),
    folder: openBackupFolder(dataDir),
    order: (kind: BackupWorkKind, file: string) =>
      db.transaction().execute((trx) => insertBackupWork(trx, { kind, file })),
    work: (signal = new AbortController().signal) => doBackupWork(parts, signal),
  }
}

const listUsers = ({ db }: Pick<TestDatabase, 'db'>) =>
  db.selectFrom('users').selectAll().orderBy('id').execute()

test('makes, verifies and restores a backup in the order of the orders', async () => {
  const { db, folder, order, work } = await installation()
  await makeUser(db)
  const before = await listUsers({ db })
  await order('write', 'a.backup')
  await work()
  await makeUser(db)
  await order('verify', 'a.backup')
  await order('restore', 'a.backup')
  await work()
  expect(await listUsers({ db })).toEqual(before)
  const [restored, verified, written] = await listBackupWork(db)
  const done = { state: 'done', file: 'a.backup', rows: written?.rows, started_at: expect.any(Date) }
  expect(written).toMatchObject({ ...done, kind: 'write', findings: null })
  expect(verified).toMatchObject({ ...done, kind: 'verify' })
  expect(restored).toMatchObject({
    ...{ ...done, kind: 'restore', restore_point: expect.stringMatching(/^before-restore-.+\.backup$/) },
    findings: { boards_differ: false, webhooks: [], devices: 0 },
  })
  expect(await listVerifications(db)).toMatchObject(new Map([['a.backup', { isWhole: true }]]))
  expect((await folder.list()).map(({ kind }) => kind).sort()).toEqual(['other', 'restore_point'])
  const entries = db.selectFrom('audit_log').select(['action', 'subject'])
  expect(await entries.execute()).toEqual([{ action: 'backup:restored', subject: 'backup:a.backup' }])

  await order('restore', restored?.restore_point ?? '')
  await work()
  expect(await listUsers({ db })).toHaveLength(2)
})

test('makes a restore point only where there is something to lose', async () => {
  const source = await installation()
  await makeUser(source.db)
  await source.order('write', 'a.backup')
  await source.work()
  const { db, dir, folder, order, work } = await installation()
  await mkdir(dir)
  await writeFile(folder.pathOf('a.backup'), await readFile(source.folder.pathOf('a.backup')))
  await order('restore', 'a.backup')
  await work()
  expect(await listBackupWork(db)).toMatchObject([{ state: 'done', restore_point: null }])
  expect(await listUsers({ db })).toEqual(await listUsers(source))
  expect(await readdir(dir)).toEqual(['a.backup'])
})

test.each([
  ['damaged', (whole: Buffer) => whole.subarray(0, -50)],
  ['damaged', () => Buffer.from('PK no backup at all')],
] as const)('loses no row to a backup that is %s', async (error, damage) => {
  const { db, dir, folder, order, work } = await installation()
  await makeUser(db)
  await order('write', 'a.backup')
  await work()
  await writeFile(folder.pathOf('a.backup'), damage(await readFile(folder.pathOf('a.backup'))))
  await makeUser(db)
  const before = await listUsers({ db })
  await order('verify', 'a.backup')
  await order('restore', 'a.backup')
  await work()
  expect((await listBackupWork(db)).slice(0, 2)).toMatchObject([
    { kind: 'restore', state: 'failed', error },
    { kind: 'verify', state: 'failed', error },
  ])
  expect(await listUsers({ db })).toEqual(before)
  expect(await readdir(dir)).toEqual(['a.backup'])
  expect((await listVerifications(db)).get('a.backup')).toMatchObject({ isWhole: false })
})

test('lets one worker at a time do each order once', async () => {
  const { db, parts, order } = await installation()
  for (const file of ['a.backup', 'b.backup']) await order('write', file)
  const workers = [startBackupWork(parts), startBackupWork(parts)]
  const states = async () => (await listBackupWork(db)).map(({ state }) => state)
  await expect.poll(states).toEqual(['done', 'done'])
  const [second, first] = await listBackupWork(db)
  expect(second?.started_at?.getTime()).toBeGreaterThanOrEqual(first?.ended_at?.getTime() ?? Infinity)
  await order('write', 'c.backup')
  await expect.poll(states).toEqual(['done', 'done', 'done'])
  await Promise.all(workers.map((worker) => worker.stop()))
})

test('leaves the work alone that another worker is at', async () => {
  const { db, parts, order, work } = await installation()
  await order('write', 'a.backup')
  await whileAlone(parts.pool, async () => {
    await work()
    expect(await listBackupWork(db)).toMatchObject([{ state: 'waiting' }])
  })
})

test('puts work back that a worker cannot end before it stops', async () => {
  const { db, dir, order, work } = await installation()
  await order('write', 'a.backup')
  const aborted = new AbortController()
  const holder = await db.startTransaction().execute()
  // Longer than Postgres lets a transaction be idle, on a busy machine.
  await sql`SET LOCAL idle_in_transaction_session_timeout = 0`.execute(holder)
  await sql`LOCK TABLE users IN ACCESS EXCLUSIVE MODE`.execute(holder)
  const ended = work(aborted.signal)
  await expect.poll(() => readdir(dir).catch(() => [])).toEqual(['a.backup.unfinished'])
  aborted.abort()
  await ended
  await holder.rollback().execute()
  expect(await listBackupWork(db)).toMatchObject([{ state: 'waiting', started_at: null }])
  await work()
  expect(await listBackupWork(db)).toMatchObject([{ state: 'done' }])
  expect(await readdir(dir)).toEqual(['a.backup'])
})

test('marks work whose worker was killed, and tries a scheduled backup again', async () => {
  const { db, order, work } = await installation({ everyHours: 24, keep: 2 })
  await order('restore', 'a.backup')
  await startNextWork(db)
  await db
    .transaction()
    .execute((trx) => insertBackupWork(trx, { kind: 'write', file: 'scheduled-a.backup', isScheduled: true }))
  await startNextWork(db)
  await work()
  const failed = { state: 'failed', error: 'interrupted' }
  expect(await listBackupWork(db)).toMatchObject([
    { ...failed, kind: 'write' },
    { ...failed, kind: 'restore' },
  ])
  await sql`UPDATE kysely_migration SET timestamp = now() - interval '2 days'`.execute(db)
  await sql`UPDATE backup_work SET ended_at = now() - interval '61 seconds'`.execute(db)
  await work()
  expect((await listBackupWork(db))[0]).toMatchObject({ kind: 'write', state: 'done', is_scheduled: true })
})

test('makes due backups once over all workers, and keeps the newest', async () => {
  const { db, folder, order, work } = await installation({ everyHours: 24, keep: 2 })
  const wait = (interval: string) =>
    sql`UPDATE backup_work SET created_at = created_at - ${interval}::interval`.execute(db)
  const count = async () => (await listBackupWork(db)).length
  await work()
  expect(await count()).toBe(0)
  await sql`UPDATE kysely_migration SET timestamp = now() - interval '25 hours'`.execute(db)
  await work()
  await work()
  expect(await count()).toBe(1)
  await wait('23 hours')
  await work()
  expect(await count()).toBe(1)
  expect(await findNextBackup(db, 24)).toBeInstanceOf(Date)
  expect(await findNextBackup(db, 0)).toBeNull()

  const kept = [newBackupName('hand', new Date()), newBackupName('restore_point', new Date()), 'other.backup']
  for (const name of kept) await order('write', name)
  for (const day of [1, 2]) await order('write', newBackupName('schedule', new Date(Date.UTC(2026, 7, day))))
  await wait('2 hours')
  await work()
  const names = (await folder.list()).map(({ name }) => name)
  expect(names).toEqual(expect.arrayContaining(kept))
  const scheduled = names.filter((name) => name.startsWith('scheduled-'))
  expect(scheduled).toHaveLength(2)
})

test.each([
  [
    'disk_full',
    async (dir: string, name: string) => {
      await mkdir(dir)
      await symlink('/dev/full', path.join(dir, `${name}.unfinished`))
    },
  ],
  ['folder', (dir: string) => writeFile(dir, 'no folder')],
] as const)('mails all admins of a failure by %s, and shows it until one succeeds', async (error, harm) => {
  const { db, dir, order, work } = await installation()
  const admins = [await makeAdmin(db), await makeAdmin(db)]
  await makeUser(db)
  await harm(dir, 'a.backup')
  const { id: workId } = await order('write', 'a.backup')
  await work()
  expect(await listBackupWork(db)).toMatchObject([{ state: 'failed', error }])
  const mails = await db.selectFrom('outbox').select(['job', 'payload']).orderBy('id').execute()
  expect(mails).toEqual(
    admins.map(({ id: userId }) => ({ job: 'mail-backup-failed', payload: { userId, workId } })),
  )
  expect(await findFailedBackup(db)).toEqual({ at: expect.any(Date), error })
  await rm(dir, { recursive: true })
  await order('write', 'b.backup')
  await work()
  expect(await findFailedBackup(db)).toBeNull()
})

test('mails a scheduled backup once that goes on failing for the same reason', async () => {
  const { db, dir, work } = await installation({ everyHours: 24, keep: 2 })
  await makeAdmin(db)
  await sql`UPDATE kysely_migration SET timestamp = now() - interval '25 hours'`.execute(db)
  await writeFile(dir, 'no folder')
  for (const minutes of [1, 4, 16, 60, 60]) {
    await work()
    await work()
    await sql`UPDATE backup_work SET ended_at = ended_at - make_interval(mins => ${minutes})`.execute(db)
  }
  expect(await listBackupWork(db)).toHaveLength(5)
  expect(await db.selectFrom('outbox').select('job').execute()).toEqual([{ job: 'mail-backup-failed' }])
})
