import { readdir, readFile, stat, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { makeSession, makeUser } from '@called-it/tests/support/factories/accounts'
import { makeSetlist, makeShow, makeSongs, makeTour } from '@called-it/tests/support/factories/catalogue'
import { makePrediction, makeScores } from '@called-it/tests/support/factories/scores'
import { makeSeason } from '@called-it/tests/support/factories/seasons'
import { folderOfFile, folderOfTest } from '@called-it/tests/support/temporary-folder'
import { databaseOfFile, databaseOfTest } from '@called-it/tests/support/test-database'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { Database, Postgres } from '../client.ts'
import { bumpTopicVersions } from '../queries/events/topic-versions.ts'
import { rebuildStandings, verifyStandings } from '../queries/standings/standings-moves.ts'
import { announceBackup } from '../queries/work/backup.ts'
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
  await writeBackup(database.pool, during, () => {
    wrote ??= makeUser(database.db)
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
