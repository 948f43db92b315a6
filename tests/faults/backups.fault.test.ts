import { readdir } from 'node:fs/promises'
import path from 'node:path'
import { insertBackupWork, listBackupWork } from '@called-it/infra/postgres/queries/work/backup-work'
import type { BackupWorkKind } from '@called-it/infra/postgres/schema/installation'
import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { closeBarrier } from '../support/barrier.ts'
import { LIMIT, PATIENCE } from '../support/expect-consistent.ts'
import { makePredictedShow } from '../support/predicted-show.ts'
import { systemOfFile } from '../support/system-of-file.ts'
import { folderOfFile } from '../support/temporary-folder.ts'

const PREDICTIONS = 100_000

const dataDir = await folderOfFile()
const folder = path.join(dataDir, 'backups')
const system = await systemOfFile({ gateways: 1, workers: 0, env: { DATA_DIR: dataDir } })
const { database } = system
const { db, pool } = database

beforeAll(async () => {
  await makePredictedShow(db, PREDICTIONS)
}, 300_000)

const order = (kind: BackupWorkKind, file: string) =>
  db.transaction().execute((trx) => insertBackupWork(trx, { kind, file }))
const readNewest = async () => (await listBackupWork(db, 1))[0]
const untilNewest = (expected: object) => expect.poll(readNewest, PATIENCE).toMatchObject(expected)

/** What a restore or a running program changes by itself, and what a backup has not. */
const CHANGING = [
  ...['audit_log', 'backup_work', 'installation_facts', 'outbox', 'setup_code', 'settings', 'topic_versions'],
  ...['auth_tokens', 'registration_tokens', 'registrations', 'season_results', 'seasons', 'sessions'],
  'tour_statistics',
]

/** Rows and their hash, by table. */
async function readTables(): Promise<Record<string, string>> {
  const { rows: tables } = await pool.query<{ name: string }>(
    `SELECT tablename::text AS name FROM pg_tables
     WHERE schemaname = 'public' AND tablename NOT LIKE 'kysely%' AND tablename <> ALL ($1)`,
    [CHANGING],
  )
  const found: Record<string, string> = {}
  for (const { name } of tables) {
    const { rows } = await pool.query<{ hash: string }>(
      `SELECT count(*) || ' ' || coalesce(md5(string_agg(md5(t::text), '' ORDER BY md5(t::text))), '') AS hash FROM ${name} t`,
    )
    found[name] = rows[0]?.hash ?? ''
  }
  return found
}

// F35, guarded by the one transaction of a restore and by the lock of the workers (`infra/postgres/backup/restore-backup.ts`,
// `queries/work/backup-work-steps.ts`): without them rows are lost, or work is never ended.
test('restores 100,000 predictions over changed data, equal table by table', LIMIT, async () => {
  const worker = await system.startWorkers()
  const before = await readTables()
  await order('write', 'a.backup')
  await untilNewest({ state: 'done' })
  const { rows = 0 } = (await readNewest()) ?? {}
  expect(rows).toBeGreaterThan(2 * PREDICTIONS)
  await order('verify', 'a.backup')
  await untilNewest({ kind: 'verify', state: 'done', rows })
  await sql`DELETE FROM predictions WHERE user_id % 2 = 0`.execute(db)
  await sql`UPDATE users SET display_name = display_name || ' since'`.execute(db)
  const changed = await readTables()
  await order('restore', 'a.backup')
  await untilNewest({ kind: 'restore', state: 'done' })
  expect(await readTables()).toEqual(before)
  // They start again: what they remember is of the data before.
  await expect.poll(() => worker.isAlive(), PATIENCE).toBe(false)
  await expect.poll(() => system.gateways[0]?.isAlive(), PATIENCE).toBe(false)
  await system.gateways[0]?.restart()
  await worker.restart()

  await order('restore', (await readNewest())?.restore_point ?? '')
  await untilNewest({ kind: 'restore', state: 'done' })
  expect(await readTables()).toEqual(changed)
  await expect.poll(() => worker.isAlive(), PATIENCE).toBe(false)
})

test('leaves no half backup of a worker that is killed while it writes', LIMIT, async () => {
  const holder = await pool.connect()
  await holder.query('BEGIN; LOCK TABLE users IN ACCESS EXCLUSIVE MODE')
  const killed = await system.startWorkers()
  await order('write', 'killed.backup')
  await expect.poll(() => readdir(folder), PATIENCE).toContain('killed.backup.unfinished')
  await killed.kill()
  await holder.query('ROLLBACK')
  holder.release()
  const other = await system.startWorkers()
  await untilNewest({ state: 'failed', error: 'interrupted' })
  await order('write', 'next.backup')
  await untilNewest({ state: 'done' })
  const names = await readdir(folder)
  expect(names).toContain('next.backup')
  expect(names.filter((name) => name.startsWith('killed'))).toEqual([])
  await other.kill()
})

test('loses no row to a worker that is killed while it restores', LIMIT, async () => {
  const before = await readTables()
  const [middle] = await db
    .selectFrom('predictions')
    .select('user_id')
    .orderBy('user_id')
    .offset(20_000)
    .limit(1)
    .execute()
  const barrier = await closeBarrier(database, 'INSERT ON predictions', `NEW.user_id = ${middle?.user_id}`)
  const killed = await system.startWorkers()
  await order('restore', 'a.backup')
  await expect.poll(barrier.countWaiting, PATIENCE).toBe(1)
  await killed.kill()
  await barrier.open()
  const other = await system.startWorkers()
  await untilNewest({ state: 'failed', error: 'interrupted' })
  expect(await readTables()).toEqual(before)
  await other.kill()
})
