/** What was asked for cannot be done: the message is all that the operator needs, and the program ends with 1. */
export class CliError extends Error {
  override readonly name = 'CliError'
}
