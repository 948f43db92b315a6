/** The operator gets the message only, and the program exits with 1. */
export class CliError extends Error {
  override readonly name = 'CliError'
}
