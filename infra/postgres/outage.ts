/** SQLSTATE of a write that found no room. */
export const DISK_FULL = '53100'

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

/** Messages of pg, which has no codes for closed connections and pool timeouts. */
const UNAVAILABLE_MESSAGES =
  /connection terminated|timeout exceeded when trying to connect|client has encountered a connection error/i

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
    UNAVAILABLE_MESSAGES.test(error.message)
  )
}
