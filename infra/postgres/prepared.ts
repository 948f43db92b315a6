import {
  type Compilable,
  type CompiledQuery,
  type Kysely,
  type PostgresCursor,
  type PostgresPool,
  type PostgresPoolClient,
  type PostgresQueryResult,
  type RawBuilder,
  sql,
} from 'kysely'
import type pg from 'pg'
import { isQueryTimeout } from './outage.ts'
import type { Schema } from './schema.ts'

const statementNames = new Map<string, string>()

/** Stands for a value while a statement is compiled. */
class Placeholder {
  readonly index: number

  constructor(index: number) {
    this.index = index
  }
}

type Placeholders<Values extends readonly unknown[]> = { [I in keyof Values]: RawBuilder<Values[I]> }
type CompiledOnce<Row> = { readonly query: CompiledQuery<Row>; readonly order: readonly number[] }

/**
 * A statement that is compiled once and parsed once per connection, for reads that run with nearly every
 * request; it costs a third of an ordinary query. Not for `RETURNING *`: the columns must stay the same while a
 * migration adds some.
 *
 * @param build receives placeholders, which can only be compared or selected
 */
export function prepared<Values extends readonly unknown[], Row>(
  name: string,
  build: (db: Kysely<Schema>, ...values: Placeholders<Values>) => Compilable<Row>,
): (db: Kysely<Schema>, ...values: Values) => Promise<Row[]> {
  let compiled: CompiledOnce<Row> | null = null
  return async (db, ...values) => {
    compiled ??= compileOnce(name, build(db, ...placeholdersFor(values)))
    const parameters = compiled.order.map((index) => values[index])
    const { rows } = await db.executeQuery<Row>({ ...compiled.query, parameters })
    return rows
  }
}

/** The overload states what the compiler cannot infer: one placeholder for each value. */
function placeholdersFor<Values extends readonly unknown[]>(values: Values): Placeholders<Values>
function placeholdersFor(values: readonly unknown[]): RawBuilder<unknown>[] {
  return values.map((_, index) => sql`${new Placeholder(index)}`)
}

function compileOnce<Row>(name: string, statement: Compilable<Row>): CompiledOnce<Row> {
  const query = statement.compile()
  const order = query.parameters.map((value) => {
    // A constant would be replaced by a parameter of the call.
    if (!(value instanceof Placeholder))
      throw new Error(`the statement ${name} has a constant among its parameters`)
    return value.index
  })
  statementNames.set(query.sql, name)
  return { query, order }
}

export function withStatementNames(pool: pg.Pool): PostgresPool {
  return {
    options: pool.options,
    connect: async () => new NamingClient(await pool.connect()),
    end: () => pool.end(),
  }
}

class NamingClient implements PostgresPoolClient {
  readonly #client: pg.PoolClient
  #timeout: Error | null = null

  constructor(client: pg.PoolClient) {
    this.#client = client
  }

  query<R>(text: string, values: readonly unknown[]): Promise<PostgresQueryResult<R>>
  query<R>(cursor: PostgresCursor<R>): PostgresCursor<R>
  query(text: unknown, values: readonly unknown[] = []): unknown {
    if (typeof text !== 'string') throw new Error('cursors are not used')
    return this.#query(text, values)
  }

  async #query(text: string, values: readonly unknown[]): Promise<unknown> {
    if (this.#timeout) throw this.#timeout
    const name = statementNames.get(text)
    try {
      return await this.#client.query({ text, values: [...values], ...(name !== undefined && { name }) })
    } catch (error) {
      if (isQueryTimeout(error)) this.#destroy(error)
      throw error
    }
  }

  /** At once: a rollback would wait behind the query that got no response. */
  #destroy(timeout: Error): void {
    this.#timeout = timeout
    this.#client.release(timeout)
  }

  release(destroys?: boolean): void {
    if (!this.#timeout) this.#client.release(destroys)
  }
}
