import { type DestinationStream, type Logger, pino } from 'pino'
import { trailFields } from './trail.ts'

export type { Logger }

/** Fields that never reach a log, wherever they stand within the first three levels. */
const SECRET_FIELDS = [
  'password',
  'currentPassword',
  'password_hash',
  'token',
  'secret',
  'cookie',
  'authorization',
  'email',
  'to',
  'databaseUrl',
  'redisUrl',
]
const HEADER_FIELDS = ['*["set-cookie"]', '*.*["set-cookie"]', '["set-cookie"]']
const redactedPaths = [
  ...SECRET_FIELDS.flatMap((field) => [field, `*.${field}`, `*.*.${field}`]),
  ...HEADER_FIELDS,
]

const ADDRESS = /[^\s<>"'@/:,;()]{1,64}@[^\s<>"'@/:,;()]{1,255}/g
const CREDENTIALS = /:\/\/[^\s/@]{1,512}@/g

/**
 * The JSON logger of a program: one line an entry, on standard output. A line that is written on a trail carries
 * the id of the request that it goes back to.
 *
 * Secrets and personal data are kept out: known fields are censored, and of an error only its name, message,
 * code and stack are written, without mail addresses and credentials in URLs. (A database's error has the
 * offending row in its details.)
 *
 * @param program the name that each line carries
 * @param level `LOG_LEVEL`
 */
export function createLogger(program: string, level: string, destination?: DestinationStream): Logger {
  const options = {
    level,
    base: { program, pid: process.pid },
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (label: string) => ({ level: label }) },
    mixin: trailFields,
    redact: { paths: redactedPaths, censor: '[redacted]' },
    serializers: { err: describeError, error: describeError },
  }
  return destination === undefined ? pino(options) : pino(options, destination)
}

interface DescribedError {
  name: string
  message: string
  code?: string
  stack?: string
  cause?: DescribedError
}

/** What of an error is written to a log. */
export function describeError(error: unknown): DescribedError {
  if (!(error instanceof Error)) return { name: typeof error, message: scrub(String(error)) }
  return {
    name: error.name,
    message: scrub(error.message),
    ...('code' in error && { code: String(error.code) }),
    ...(error.stack !== undefined && { stack: scrub(error.stack) }),
    ...(error.cause !== undefined && { cause: describeError(error.cause) }),
  }
}

function scrub(text: string): string {
  return text.replace(CREDENTIALS, '://').replace(ADDRESS, '[redacted]')
}
