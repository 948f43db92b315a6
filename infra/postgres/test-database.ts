import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { inject } from 'vitest'
import { openPostgres, type Postgres } from './client.ts'

export interface TestDatabase extends Postgres {
  /** For parts that open connections of their own. */
  readonly url: string
  /** Closes the connections of this handle and deletes the database, whoever else is connected. */
  drop(): Promise<void>
}

/** A migrated, empty database for one test file, cloned from the template. */
export async function createTestDatabase(): Promise<TestDatabase> {
  const template = new URL(inject('templateDatabaseUrl'))
  const name = `test_${randomUUID().replaceAll('-', '')}`
  const source = pg.escapeIdentifier(template.pathname.slice(1))
  // Copied as files, and not through the log page by page, which takes five times as long.
  await maintain(`CREATE DATABASE ${name} TEMPLATE ${source} STRATEGY file_copy`)
  const url = new URL(template)
  url.pathname = name
  const postgres = openPostgres({ url: url.href, program: 'test', onConnectionError: () => undefined })
  return {
    ...postgres,
    url: url.href,
    async drop() {
      await postgres.close()
      await maintain(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`)
    },
  }
}

/** Runs a statement beside the databases: neither a template nor a database to drop may be connected to. */
async function maintain(statement: string): Promise<void> {
  const url = new URL(inject('templateDatabaseUrl'))
  url.pathname = 'postgres'
  const client = new pg.Client({ connectionString: url.href })
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}
