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
export function createTestDatabase(): Promise<TestDatabase> {
  return createDatabase(new URL(inject('templateDatabaseUrl')).pathname.slice(1))
}

/** A database that no migration has been applied to. */
export function createBareDatabase(): Promise<TestDatabase> {
  return createDatabase('template0')
}

async function createDatabase(template: string): Promise<TestDatabase> {
  const name = `test_${randomUUID().replaceAll('-', '')}`
  // Copied as files, and not through the log page by page, which takes five times as long.
  await maintain(`CREATE DATABASE ${name} TEMPLATE ${pg.escapeIdentifier(template)} STRATEGY file_copy`)
  const url = new URL(inject('templateDatabaseUrl'))
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
