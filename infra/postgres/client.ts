import { Kysely, PostgresDialect, type Transaction } from 'kysely'
import pg from 'pg'
import { withStatementNames } from './prepared.ts'
import type { Schema } from './schema.ts'

/** What a query runs on: the database, or the transaction that it belongs to. */
export type Database = Kysely<Schema>
export type DatabaseTransaction = Transaction<Schema>

/** Kysely for queries, and the pool beside it for COPY, LISTEN and the session store. */
export type Postgres = {
  readonly db: Database
  readonly pool: pg.Pool
  close(): Promise<void>
}

export type PostgresOptions = {
  url: string
  /** Shown in pg_stat_activity. */
  program: string
  maxConnections?: number
  /** A connection broke; queries on it fail by themselves, so this is for the log only. */
  onConnectionError: (error: Error) => void
}

/**
 * How long a program may stand still in the middle of a transaction before the server ends that, and frees what it has
 * locked: everybody else would wait for a frozen one until it goes on. See `updateIdleTimeout` for those that wait on purpose.
 */
const LONGEST_PAUSE_MS = 10_000

const textToNumber = (text: string): number => Number(text)
const asText = (text: string): string => text

/** Dates stay text (a UTC day has no time), big integers become numbers (ours stay far below 2^53). */
const parsers = new Map<number, (text: string) => unknown>([
  [pg.types.builtins.DATE, asText],
  [pg.types.builtins.INT8, textToNumber],
])

/** Opens a pool. Nothing is connected before the first query. */
export function openPostgres(options: PostgresOptions): Postgres {
  const pool = new pg.Pool({
    connectionString: options.url,
    application_name: options.program,
    max: options.maxConnections ?? 10,
    connectionTimeoutMillis: 5_000,
    idle_in_transaction_session_timeout: LONGEST_PAUSE_MS,
    types: {
      getTypeParser: (oid: number, format?: 'text' | 'binary') =>
        (format !== 'binary' && parsers.get(oid)) || pg.types.getTypeParser(oid, format ?? 'text'),
    },
  })
  pool.on('error', options.onConnectionError)
  // A server that dies while a client is checked out raises the error on that client, and an unheard error
  // event ends the process.
  pool.on('connect', (client) => client.on('error', options.onConnectionError))
  const db = new Kysely<Schema>({ dialect: new PostgresDialect({ pool: withStatementNames(pool) }) })
  return { db, pool, close: () => db.destroy() }
}
