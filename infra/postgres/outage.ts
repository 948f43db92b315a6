import { setTimeout as wait } from 'node:timers/promises'

/** SQLSTATEs of a server that starts, stops or has no free connection. */
const UNAVAILABLE_STATES = /^(08...|53300|57P0[123])$/

/** System errors of a connection that cannot be made or broke. */
const UNAVAILABLE_SYSTEM_CODES = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ETIMEDOUT',
])

export const NOT_RESPONDING = 'Postgres does not respond'

/** Messages of pg, which has no codes for closed connections and timeouts. */
const UNAVAILABLE_MESSAGES =
  /connection terminated|timeout exceeded when trying to connect|client has encountered a connection error/i

/** Whether pg has given up on a query: its connection is of no use any more. */
export function isQueryTimeout(error: unknown): error is Error {
  return error instanceof Error && error.message === 'Query read timeout'
}

/** Whether a query failed because Postgres cannot be reached, and not because the query is wrong. */
export function isPostgresAway(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const code = 'code' in error && typeof error.code === 'string' ? error.code : ''
  // A local server removes its socket file when it stops.
  const isSocketGone = code === 'ENOENT' && 'syscall' in error && error.syscall === 'connect'
  return (
    isSocketGone ||
    UNAVAILABLE_STATES.test(code) ||
    UNAVAILABLE_SYSTEM_CODES.has(code) ||
    UNAVAILABLE_MESSAGES.test(error.message) ||
    error.message === NOT_RESPONDING ||
    isQueryTimeout(error)
  )
}

/** SQLSTATEs of a server without disk space, memory or a working disk, and the same of a file of our own. */
const EXHAUSTED_CODES = /^(53...|58030|ENOSPC|EDQUOT)$/

/** Whether a query or a write failed for want of room. Reads may still work. */
export function isOutOfRoom(error: unknown): boolean {
  return error instanceof Error && 'code' in error && EXHAUSTED_CODES.test(String(error.code))
}

const RETRY_MS = 250

/** Repeats work that fails because Postgres is away, so that its end is recorded as soon as Postgres is back. */
export async function untilPostgresReturns<Result>(work: () => Promise<Result>): Promise<Result> {
  for (;;) {
    try {
      return await work()
    } catch (error) {
      if (!isPostgresAway(error)) throw error
      await wait(RETRY_MS)
    }
  }
}
