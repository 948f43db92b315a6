import { Kysely, PostgresDialect, type Transaction } from 'kysely'
import pg from 'pg'
import { withStatementNames } from './prepared.ts'
import type { Schema } from './schema.ts'

export type Database = Kysely<Schema>
export type DatabaseTransaction = Transaction<Schema>

/** Kysely for queries, and the pool for COPY, LISTEN and the session store. */
export type Postgres = {
  readonly db: Database
  readonly pool: pg.Pool
  close(): Promise<void>
}

export type PostgresOptions = {
  url: string
  program: string
  maxConnections?: number
  /** A connection broke. Its queries reject by themselves, so this is only for the log. */
  onConnectionError: (error: Error) => void
}

/**
 * The server ends a transaction that is idle for so long and releases its locks, so that a frozen process does
 * not block the others. `updateIdleTimeout` allows longer waits.
 */
const MAX_IDLE_TRANSACTION_MS = 10_000

const textToNumber = (text: string): number => Number(text)
const asText = (text: string): string => text

/** Dates stay text, because a UTC day has no time. Big integers become numbers; ours stay far below 2^53. */
const parsers = new Map<number, (text: string) => unknown>([
  [pg.types.builtins.DATE, asText],
  [pg.types.builtins.INT8, textToNumber],
])

export function openPostgres(options: PostgresOptions): Postgres {
  const pool = new pg.Pool({
    connectionString: options.url,
    application_name: options.program,
    max: options.maxConnections ?? 10,
    connectionTimeoutMillis: 5_000,
    idle_in_transaction_session_timeout: MAX_IDLE_TRANSACTION_MS,
    types: {
      getTypeParser: (oid: number, format?: 'text' | 'binary') =>
        (format !== 'binary' && parsers.get(oid)) || pg.types.getTypeParser(oid, format ?? 'text'),
    },
  })
  pool.on('error', options.onConnectionError)
  // A server that dies while a client is checked out raises the error on that client, and an unhandled error
  // event ends the process.
  pool.on('connect', (client) => client.on('error', options.onConnectionError))
  const db = new Kysely<Schema>({ dialect: new PostgresDialect({ pool: withStatementNames(pool) }) })
  return {
    db,
    pool,
    async close() {
      await db.destroy()
      // Kysely ends the pool only if it has used it; an open one kept a finished backup waiting for 10 s.
      if (!pool.ending) await pool.end()
    },
  }
}
