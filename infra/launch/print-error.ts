import { SettingsError } from '@called-it/infra/config/settings'
import { UnknownDatabaseError } from '@called-it/infra/postgres/squashed-migrations'

/** Prints the message of an error that we threw on purpose, and the stack of any other. */
export function printError(error: unknown): void {
  if (error instanceof SettingsError) console.error(`A setting is wrong.\n${error.message}`)
  else if (isExpected(error))
    console.error([error, error.cause].flatMap((one) => (isExpected(one) ? one.message : [])).join('\n'))
  else console.error(error)
}

/** Errors of Node and of the language have a code or a name of their own. */
function isExpected(error: unknown): error is Error {
  if (error instanceof UnknownDatabaseError) return true
  return error instanceof Error && error.name === 'Error' && !('code' in error)
}
