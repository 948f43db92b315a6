import { SettingsError } from '@called-it/infra/config/settings'

/** Says what went wrong: what was foreseen in its own words, the rest with all that there is to know. */
export function explain(error: unknown): void {
  if (error instanceof SettingsError) console.error(`A setting is wrong.\n${error.message}`)
  else if (isForeseen(error))
    console.error(error.message, ...(isForeseen(error.cause) ? [error.cause.message] : []))
  else console.error(error)
}

/** Those that the system or the language throws carry a code or a name of their own. */
function isForeseen(error: unknown): error is Error {
  return error instanceof Error && error.name === 'Error' && !('code' in error)
}
