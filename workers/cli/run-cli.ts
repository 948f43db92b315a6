import { CommanderError } from 'commander'
import { CliError } from './cli-error.ts'
import { describeCommands } from './commands.ts'

/**
 * Carries one command out, and says on the error output what an operator can mend.
 *
 * @param args what stands behind the program's name
 * @returns the exit code; what nobody foresaw is thrown
 */
export async function runCli(args: readonly string[]): Promise<number> {
  try {
    await describeCommands().parseAsync(args, { from: 'user' })
    return 0
  } catch (error) {
    // It has said already what is wrong with the arguments, or how they are written.
    if (error instanceof CommanderError) return error.exitCode
    if (!(error instanceof CliError)) throw error
    console.error(error.message)
    return 1
  }
}
