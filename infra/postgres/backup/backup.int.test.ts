import { readdir, readFile, stat, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { makeSession, makeUser } from '@called-it/tests/support/factories/accounts'
import { makeSetlist, makeShow, makeSongs, makeTour } from '@called-it/tests/support/factories/catalogue'
import { makePrediction, makeScores } from '@called-it/tests/support/factories/scores'
import { makeSeason } from '@called-it/tests/support/factories/seasons'
import { folderOfFile, folderOfTest } from '@called-it/tests/support/temporary-folder'
import { databaseOfFile, databaseOfTest } from '@called-it/tests/support/test-database'
import { sql } from 'kysely'
import type { PoolClient } from 'pg'
import { describe, expect, test } from 'vitest'
import type { Database, Postgres } from '../client.ts'
import { bumpTopicVersions } from '../queries/events/topic-versions.ts'
import { rebuildStandings, verifyStandings } from '../queries/standings/standings-moves.ts'
import { announceBackup } from '../queries/work/backup.ts'
import { insertJob } from '../queries/work/outbox.ts'
import { readStoredSettings } from '../queries/work/stored-settings.ts'
import { verifyBackup } from './read-backup.ts'
import { restoreBackup } from './restore-backup.ts'
import { writeBackup } from './write-backup.ts'

/** Characters that COPY's text format escapes. */
const AWKWARD_TEXT = 'Set 1:\tHarbor Teeth > \\N, \\. and "quotes"\r\nEncore: Glass Elk — 🦌'

const folder = await folderOfFile()

const file = path.join(folder, 'whole.backup')
const source = await databaseOfFile()
await fill(source.db)
await writeBackup(source.pool, file)

/** A few rows in each table, with shows and revisions that refer to each other. */
async function fill(db: Database): Promise<void> {
  const fans = [await makeUser(db), await makeUser(db), await makeUser(db, { displayName: 'Ünï\\tab' })]
  const songs = await makeSongs(db, 20)
  const tour = await makeTour(db)
  for (const day of [-3, -2]) {
    const show = await makeShow(db, { tour_id: tour.id, daysFromToday: day })
    await makeSetlist(db, show.id, { set1: songs.slice(0, 9).map(({ id }) => id) }, { text: AWKWARD_TEXT })
    for (const { id } of fans) {
      await makePrediction(db, { showId: show.id, userId: id, picks: { set1: [songs[id % 20]?.id ?? null] } })
    }
    await makeScores(
      db,
      show,
      fans.map(({ id }, place) => ({ user_id: id, total: 10 * (place - day) })),
    )
  }
  await db.transaction().execute((trx) => rebuildStandings(trx))
  await makeSeason(db, tour.id)
  await db.transaction().execute((trx) => bumpTopicVersions(trx, ['settings', 'board:0']))
  await db.updateTable('settings').set({ test_mode_enabled: false }).execute()
  await sql`
    INSERT INTO avatars (user_id, content_hash, webp) VALUES (${fans[0]?.id}, 'hash', '\\x00ff5c0a'::bytea)
  `.execute(db)
  await makeSession(db, fans[0]?.id ?? 0)
}

const tableNames = async ({ pool }: Postgres) => {
  const { rows } = await pool.query<{ name: string }>(
    `SELECT tablename::text AS name FROM pg_tables WHERE schemaname = 'public' AND tablename NOT LIKE 'kysely%'
     ORDER BY 1`,
  )
  return rows.map(({ name }) => name)
}

async function rowsOf({ pool }: Postgres, table: string): Promise<string[]> {
  const { rows } = await pool.query<{ row: string }>(`SELECT t::text AS row FROM ${table} t ORDER BY 1`)
  return rows.map(({ row }) => row)
}

const isEmpty = async (database: Postgres) => (await rowsOf(database, 'users')).length === 0

const EXCLUDED = [
  'auth_tokens',
  'registration_tokens',
  'registrations',
  'season_results',
  'seasons',
  'sessions',
  'tour_statistics',
]

test('restores every row except sessions, tokens, registrations and what is built', async () => {
  const target = await databaseOfTest()
  const summary = await restoreBackup(target.pool, file)
  expect(summary.tables).toBeGreaterThan(15)
  await target.db.updateTable('settings').set({ restart_asked_at: null }).execute()
  for (const table of await tableNames(source)) {
    if (table === 'topic_versions') continue
    const expected = EXCLUDED.includes(table) ? [] : await rowsOf(source, table)
    expect(await rowsOf(target, table), table).toEqual(expected)
  }
  for (const table of ['sessions', 'seasons', 'season_results']) {
    expect(await rowsOf(source, table)).toHaveLength(1)
  }
  expect(await verifyStandings(target.db)).toEqual([])
})

test('restores sequences and foreign keys and raises topic versions', async () => {
  const target = await databaseOfTest()
  await restoreBackup(target.pool, file)
  const newest = (await source.db.selectFrom('users').select('id').orderBy('id', 'desc').execute())[0]?.id
  expect((await makeUser(target.db)).id).toBe((newest ?? 0) + 1)
  await expect(
    target.db
      .insertInto('performances')
      .values({ revision_id: 4_711, sequence: 1, set_name: '1', position: 1, song_id: 1 })
      .execute(),
  ).rejects.toThrow('foreign key')
  const versions = async ({ db }: Postgres) =>
    db.selectFrom('topic_versions').select(['topic', 'version']).orderBy('topic').execute()
  expect(await versions(target)).toEqual(
    (await versions(source)).map(({ topic, version }) => ({ topic, version: version + 1_000_000 })),
  )
})

test('makes a backup readable only to its owner, once it is complete', async () => {
  expect((await stat(file)).mode & 0o777).toBe(0o600)
  const missing = path.join(folder, 'no-such-folder', 'a.backup')
  await expect(writeBackup(source.pool, missing)).rejects.toThrow('ENOENT')
})

test('removes what a killed backup left, but not what a running one writes', async () => {
  const directory = await folderOfTest()
  const whole = await readFile(file)
  await writeFile(path.join(directory, 'killed.backup.unfinished'), whole.subarray(0, 100))
  await writeFile(path.join(directory, 'letter.unfinished'), 'Dear fans,')
  const beginBackup = async () => {
    const client = await source.pool.connect()
    await client.query('BEGIN')
    await announceBackup(client, async () => undefined)
    return async () => {
      await client.query('ROLLBACK')
      client.release()
    }
  }
  const endOne = await beginBackup()
  const endOther = await beginBackup()
  await writeBackup(source.pool, path.join(directory, 'first.backup'))
  expect(await readdir(directory)).toContain('killed.backup.unfinished')
  await endOne()
  await writeBackup(source.pool, path.join(directory, 'first.backup'))
  expect(await readdir(directory)).toContain('killed.backup.unfinished')
  await endOther()
  await writeBackup(source.pool, path.join(directory, 'second.backup'))
  expect((await readdir(directory)).sort()).toEqual(['first.backup', 'letter.unfinished', 'second.backup'])
})

test('backs up one instant despite concurrent writes', async () => {
  const during = path.join(folder, 'during.backup')
  const database = await databaseOfTest()
  await makeUser(database.db)
  let wrote: Promise<unknown> | undefined
  await writeBackup(database.pool, during, {
    onProgress() {
      wrote ??= makeUser(database.db)
    },
  })
  await wrote
  const target = await databaseOfTest()
  await restoreBackup(target.pool, during)
  expect(await rowsOf(target, 'users')).toHaveLength(1)
})

test('refuses a file that is not a backup', async () => {
  const target = await databaseOfTest()
  for (const content of ['', 'PK a zip, say, or anything else', 'called-it backup 2\nof the future']) {
    const wrong = path.join(folder, 'wrong')
    await writeFile(wrong, content)
    await expect(restoreBackup(target.pool, wrong)).rejects.toThrow('no backup of Called It')
  }
  expect(await isEmpty(target)).toBe(true)
})

test('refuses a database with rows', async () => {
  const target = await databaseOfTest()
  await makeUser(target.db)
  await expect(restoreBackup(target.pool, file)).rejects.toThrow('not empty: there are rows in users')
  expect(await rowsOf(target, 'users')).toHaveLength(1)
})

test('refuses a database at another migration', async () => {
  const target = await databaseOfTest()
  await sql`INSERT INTO kysely_migration (name, timestamp) VALUES ('9999-later', 'now')`.execute(target.db)
  await expect(restoreBackup(target.pool, file)).rejects.toThrow('this database is at 9999-later')
  await sql`DELETE FROM kysely_migration`.execute(target.db)
  await expect(restoreBackup(target.pool, file)).rejects.toThrow('this database is at none')
})

describe('restoring over other data', () => {
  /** What a restore changes by itself. */
  const CHANGED = ['settings', 'topic_versions', ...EXCLUDED]
  const rowsOfAll = async (database: Postgres) => {
    const names = (await tableNames(database)).filter((name) => !CHANGED.includes(name))
    return Object.fromEntries(
      await Promise.all(names.map(async (name) => [name, await rowsOf(database, name)])),
    )
  }

  test('makes a restore point that brings back what was replaced', async () => {
    const target = await databaseOfTest()
    const expected = await rowsOfAll(source)
    await restoreBackup(target.pool, file)
    await makeUser(target.db, { displayName: 'made since' })
    await target.db.deleteFrom('scores').execute()
    const changed = await rowsOfAll(target)
    const restorePoint = path.join(await folderOfTest(), 'before.backup')

    expect(await restoreBackup(target.pool, file, { restorePoint })).toMatchObject({ restorePoint })
    expect(await rowsOfAll(target)).toEqual(expected)
    await restoreBackup(target.pool, restorePoint, { restorePoint: `${restorePoint}.2` })
    expect(await rowsOfAll(target)).toEqual(changed)
  })

  test('raises versions above those of the data before and of the backup', async () => {
    const target = await databaseOfTest()
    const bump = (...topics: string[]) =>
      target.db.transaction().execute((trx) => bumpTopicVersions(trx, topics))
    const versionOf = async (topic: string) =>
      target.db
        .selectFrom('topic_versions')
        .select('version')
        .where('topic', '=', topic)
        .executeTakeFirstOrThrow()
    const options = { restorePoint: path.join(await folderOfTest(), 'before.backup') }
    await makeUser(target.db)
    let known = 0
    for (const _ of [1, 2, 3]) {
      await restoreBackup(target.pool, file, options)
      const { version } = await versionOf('board:0')
      expect(version).toBeGreaterThan(known)
      await bump('board:0', 'show:4711')
      known = version + 1
    }
    expect(await versionOf('show:4711')).toMatchObject({ version: expect.any(Number) })
  })

  test('gives open jobs ids that no queue knows, and asks programs to start again', async () => {
    const target = await databaseOfTest()
    const [open, done] = await target.db
      .transaction()
      .execute(async (trx) => [await insertJob(trx, 'sweep', {}), await insertJob(trx, 'sweep', {})])
    await target.db
      .updateTable('outbox')
      .set({ done_at: new Date() })
      .where('id', '=', done ?? '')
      .execute()
    await target.db.updateTable('outbox').set({ enqueued_at: new Date(), attempt: 2 }).execute()
    const own = path.join(await folderOfTest(), 'own.backup')
    await writeBackup(target.pool, own)
    await restoreBackup(target.pool, own, { restorePoint: `${own}.before` })
    const jobs = await target.db.selectFrom('outbox').select(['id', 'done_at', 'enqueued_at']).execute()
    expect(jobs).toHaveLength(2)
    expect(jobs.map(({ id }) => id)).toContain(done)
    expect(jobs.map(({ id }) => id)).not.toContain(open)
    expect(jobs.find(({ done_at }) => done_at === null)).toMatchObject({ enqueued_at: null })
    const { restartAskedAt } = await readStoredSettings(target.db)
    expect(restartAskedAt).toBeInstanceOf(Date)
  })

  test('changes nothing where it fails at its very end', async () => {
    const target = await databaseOfTest()
    for (let made = 0; made < 100; made += 1) await makeUser(target.db)
    const expected = await rowsOfAll(target)
    const directory = await folderOfTest()
    const options = {
      restorePoint: path.join(directory, 'before.backup'),
      beforeCommit: () => Promise.reject(new Error('out of luck')),
    }
    await expect(restoreBackup(target.pool, file, options)).rejects.toThrow('out of luck')
    expect(await rowsOfAll(target)).toEqual(expected)
    expect(await readdir(directory)).toEqual([])
    // Sequences too: the next id is free.
    const newest = Math.max(
      ...(await target.db.selectFrom('users').select('id').execute()).map(({ id }) => id),
    )
    expect((await makeUser(target.db)).id).toBe(newest + 1)
  })

  test('waits for other work, which gets on meanwhile', async () => {
    const target = await databaseOfTest()
    const client = await target.pool.connect()
    await client.query('BEGIN; UPDATE settings SET test_mode_enabled = true')
    const restored = restoreBackup(target.pool, file)
    await expect.poll(async () => (await listWaiting(client)).length).toBeGreaterThan(0)
    // It has other tables already: they would wait for each other.
    await client.query('SELECT count(*) FROM users; COMMIT')
    client.release()
    expect(await restored).toMatchObject({ restorePoint: null })
  })

  async function listWaiting(client: PoolClient) {
    const { rows } = await client.query(
      `SELECT pid FROM pg_locks JOIN pg_database ON pg_database.oid = database
       WHERE datname = current_database() AND NOT granted`,
    )
    return rows
  }

  test('keeps a backup from seeing tables that are emptied meanwhile', async () => {
    const target = await databaseOfTest()
    await restoreBackup(target.pool, file)
    const expected = await rowsOfAll(target)
    const directory = await folderOfTest()
    let written: Promise<unknown> | undefined
    const during = path.join(directory, 'during.backup')
    await restoreBackup(target.pool, file, {
      restorePoint: path.join(directory, 'before.backup'),
      onProgress() {
        written ??= writeBackup(target.pool, during)
      },
    })
    await written
    const copy = await databaseOfTest()
    await restoreBackup(copy.pool, during)
    expect(await rowsOfAll(copy)).toEqual(expected)
  })
})

describe('verifying a backup', () => {
  test('counts what it has', async () => {
    const { tables, rows } = await verifyBackup(file)
    expect(tables).toBeGreaterThan(15)
    expect(rows).toBeGreaterThan(30)
  })

  test.each([
    ['cut off', (whole: Buffer) => whole.subarray(0, -40)],
    ['with another byte', (whole: Buffer) => Buffer.concat([whole.subarray(0, -200), whole.subarray(-199)])],
  ])('refuses one that is %s', async (_, damage) => {
    const damaged = path.join(folder, 'damaged.backup')
    await writeFile(damaged, damage(await readFile(file)))
    await expect(verifyBackup(damaged)).rejects.toThrow('damaged or was cut off')
  })
})
