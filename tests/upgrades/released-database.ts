import { readFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { z } from 'zod'
import { isLongRun } from '../support/long-run.ts'
import { createBareDatabase, type TestDatabase } from '../support/test-database.ts'

const folder = import.meta.dirname

/** The releases whose databases this one migrates, each with the SQL files that make a filled database. */
export const releases = z
  .array(z.strictObject({ release: z.string(), database: z.array(z.string()) }))
  .parse(JSON.parse(readFileSync(path.join(folder, 'versions.json'), 'utf8')))

/** In a short run only the first, whose upgrade contains all others, and the last. */
export const triedReleases = isLongRun ? releases : [...releases.slice(0, 1), ...releases.slice(-1)]

/** A filled database of an earlier release, before its migration. */
export async function createReleasedDatabase(release: string): Promise<TestDatabase> {
  const files = releases.find((known) => known.release === release)?.database
  if (files === undefined) throw new Error(`there is no database of release ${release}`)
  const database = await createBareDatabase()
  try {
    for (const file of files) await database.pool.query(await readFile(path.join(folder, file), 'utf8'))
    return database
  } catch (error) {
    await database.drop()
    throw error
  }
}
