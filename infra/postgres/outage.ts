/** Classes and codes of SQLSTATE that a server answers with while it starts, stops or has no room. */
const AWAY_STATES = /^(08...|53300|57P0[123])$/

/** What the system reports of a connection that cannot be made or has broken. */
const AWAY_SYSTEM_CODES = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ETIMEDOUT',
])

/** What pg says, without a code, of connections that end and of a pool that cannot get one in time. */
const AWAY_MESSAGES =
  /connection terminated|timeout exceeded when trying to connect|client has encountered a connection error/i

/** Whether an error of a query means that Postgres cannot be reached, rather than that the query is wrong. */
export function isPostgresAway(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const code = 'code' in error && typeof error.code === 'string' ? error.code : ''
  // The socket file of a server on this machine goes when the server does.
  const isSocketGone = code === 'ENOENT' && 'syscall' in error && error.syscall === 'connect'
  return (
    isSocketGone || AWAY_STATES.test(code) || AWAY_SYSTEM_CODES.has(code) || AWAY_MESSAGES.test(error.message)
  )
}
