import { type DestinationStream, type Logger, pino } from 'pino'
import { describeError } from '../context/describe-error.ts'
import { requestContextLogFields } from '../context/request-context.ts'

export type { Logger }

/** Redacted within the first three levels of an entry. */
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

/** Adds the ids of the request context and redacts secrets and personal data. */
export function createLogger(program: string, level: string, destination?: DestinationStream): Logger {
  const options = {
    level,
    base: { program, pid: process.pid },
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (label: string) => ({ level: label }) },
    mixin: requestContextLogFields,
    redact: { paths: redactedPaths, censor: '[redacted]' },
    serializers: { err: describeError, error: describeError },
  }
  return destination === undefined ? pino(options) : pino(options, destination)
}
