import { readdirSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { createBareDatabase, type TestDatabase } from '../support/test-database.ts'

const folder = import.meta.dirname

/** The releases whose databases this one migrates, oldest first. The file of each adds to the one before. */
export const releases: readonly string[] = readdirSync(folder)
  .filter((file) => file.endsWith('.sql'))
  .map((file) => path.basename(file, '.sql'))
  .sort((a, b) => a.localeCompare(b, 'en', { numeric: true }))

/** A filled database of an earlier release, before its migration. */
export async function createReleasedDatabase(release: string): Promise<TestDatabase> {
  const last = releases.indexOf(release)
  if (last < 0) throw new Error(`there is no database of release ${release}`)
  const database = await createBareDatabase()
  try {
    for (const known of releases.slice(0, last + 1)) {
      await database.pool.query(await readFile(path.join(folder, `${known}.sql`), 'utf8'))
    }
    return database
  } catch (error) {
    await database.drop()
    throw error
  }
}
