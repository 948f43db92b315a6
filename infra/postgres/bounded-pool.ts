import pg from 'pg'
import { isQueryTimeout, NOT_RESPONDING } from './outage.ts'

/** After a timeout without any response, queries are refused for so long; then the next ones try again. */
const REFUSAL_MS = 1_000

type Connected = (error: Error | undefined, client: pg.PoolClient | undefined, done: Release) => void
type Release = (error?: Error | boolean) => void

/**
 * A pool for requests, which end in time even if Postgres is frozen: it accepts connections then, and never responds.
 * The two waits of a checkout, for a place in the pool and for a new connection, end after half the limit each, and a
 * query after the limit. What follows a timeout, in the same request too, is refused at once.
 */
export class BoundedPool extends pg.Pool {
  readonly #limitMs: number
  #lastResponseAt = performance.now()
  #refusesUntil = 0

  constructor(config: pg.PoolConfig, limitMs: number) {
    super({ ...config, query_timeout: limitMs, connectionTimeoutMillis: limitMs / 2 })
    this.#limitMs = limitMs
    this.on('connect', (client) => {
      this.#lastResponseAt = performance.now()
      client.on('drain', () => {
        this.#lastResponseAt = performance.now()
      })
    })
    this.on('release', (error) => {
      if (isQueryTimeout(error)) this.#refuse()
    })
  }

  /** A query that waits for a lock times out as well, while others are responded to. */
  #refuse(): void {
    const now = performance.now()
    if (now - this.#lastResponseAt >= this.#limitMs / 2) this.#refusesUntil = now + REFUSAL_MS
  }

  async #checkOut(): Promise<pg.PoolClient> {
    if (performance.now() < this.#refusesUntil) throw new Error(NOT_RESPONDING)
    try {
      return await super.connect()
    } catch (error) {
      this.#refuse()
      throw error
    }
  }

  override connect(): Promise<pg.PoolClient>
  override connect(callback: Connected): void
  override connect(callback?: Connected): Promise<pg.PoolClient> | undefined {
    const client = this.#checkOut()
    if (!callback) return client
    client.then(
      (connected) => callback(undefined, connected, (error) => connected.release(error)),
      (error) => callback(error, undefined, () => undefined),
    )
    return undefined
  }
}
