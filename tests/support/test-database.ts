import { randomUUID } from 'node:crypto'
import { openPostgres, type Postgres } from '@called-it/infra/postgres/client'
import pg from 'pg'
import { afterAll, inject, onTestFinished } from 'vitest'

export interface TestDatabase extends Postgres {
  /** For code that opens its own connections. */
  readonly url: string
  /** Closes the connections of this handle and drops the database even if others are connected. */
  drop(): Promise<void>
}

/** For the tests of the file that calls it; dropped after them. */
export async function databaseOfFile(): Promise<TestDatabase> {
  const database = await createTestDatabase()
  afterAll(() => database.drop())
  return database
}

/** Dropped at the end of the test that calls it. */
export async function databaseOfTest(): Promise<TestDatabase> {
  const database = await createTestDatabase()
  onTestFinished(() => database.drop())
  return database
}

/** An empty migrated database, cloned from the template. */
export function createTestDatabase(): Promise<TestDatabase> {
  return createDatabase(new URL(inject('templateDatabaseUrl')).pathname.slice(1))
}

/** A database without migrations. */
export function createBareDatabase(): Promise<TestDatabase> {
  return createDatabase('template0')
}

async function createDatabase(template: string): Promise<TestDatabase> {
  const name = `test_${randomUUID().replaceAll('-', '')}`
  // The programs' role owns it, as in an installation. Copies files instead of logging each page, which takes five times as long.
  const url = new URL(inject('templateDatabaseUrl'))
  const [from, owner] = [template, url.username].map((text) => pg.escapeIdentifier(text))
  await maintain(`CREATE DATABASE ${name} OWNER ${owner} TEMPLATE ${from} STRATEGY file_copy`)
  url.pathname = name
  const postgres = openPostgres({
    url: url.href,
    program: 'test',
    // For two workers in the process of a test, each of which listens three times and holds two for a mail.
    maxConnections: 26,
    onConnectionError: () => undefined,
  })
  return {
    ...postgres,
    url: url.href,
    async drop() {
      await postgres.close()
      await maintain(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`)
    },
  }
}

/** Runs a statement in another database: templates and databases to drop must not be in use. */
async function maintain(statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: inject('superuserUrl') })
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}
