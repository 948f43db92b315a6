import { readFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { isLongRun } from '@called-it/tests/support/long-run'
import { Kysely, PostgresDialect } from 'kysely'
import { Migrator } from 'kysely/migration'
import pg from 'pg'
import { z } from 'zod'
import { migrations } from '../../migrate.ts'
import { createBareDatabase, type TestDatabase } from '../../test-database.ts'

const folder = path.resolve(import.meta.dirname, '..')

const oldVersion = z.strictObject({
  /** The release whose newest migration this was; null for a point between two. */
  release: z.string().nullable(),
  lastMigration: z.string(),
  /** Files of `rows`, which fill every table as the programs of that version did, one after the other. */
  rows: z.array(z.string()).min(1),
})
export type OldVersion = z.output<typeof oldVersion>

/**
 * The versions whose databases can be brought to today's, oldest first. What a version is, and what it wrote, never
 * changes any more: only new ones are added.
 */
export const oldVersions = z
  .array(oldVersion)
  .parse(JSON.parse(readFileSync(path.join(folder, 'versions.json'), 'utf8')))

/** The versions that are tried: of every day the first, which all later changes are made to, and the last. */
export const triedVersions = isLongRun ? oldVersions : [...oldVersions.slice(0, 1), ...oldVersions.slice(-1)]

/** A database as an installation of an old version left it: migrated to there, and in use. */
export async function createOldDatabase({ lastMigration, rows }: OldVersion): Promise<TestDatabase> {
  const database = await createBareDatabase()
  try {
    await migrateTo(database.url, lastMigration)
    for (const name of rows) {
      await database.pool.query(await readFile(path.join(folder, 'rows', `${name}.sql`), 'utf8'))
    }
    return database
  } catch (error) {
    await database.drop()
    throw error
  }
}

/** The product itself goes to the newest migration only. */
async function migrateTo(url: string, migration: string): Promise<void> {
  const pool = new pg.Pool({ connectionString: url, max: 2 })
  const db = new Kysely<unknown>({ dialect: new PostgresDialect({ pool }) })
  try {
    const migrator = new Migrator({ db, provider: { getMigrations: async () => migrations } })
    const { error } = await migrator.migrateTo(migration)
    if (error) throw error
  } finally {
    await db.destroy()
  }
}
