import { CommanderError } from 'commander'
import { CliError } from './cli-error.ts'
import { describeCommands } from './commands.ts'

/** Returns the exit code. Errors that operators can fix are printed, all others are thrown. */
export async function runCli(args: readonly string[]): Promise<number> {
  try {
    await describeCommands().parseAsync(args, { from: 'user' })
    return 0
  } catch (error) {
    // Commander has printed the error or the help.
    if (error instanceof CommanderError) return error.exitCode
    if (!(error instanceof CliError)) throw error
    console.error(error.message)
    return 1
  }
}
