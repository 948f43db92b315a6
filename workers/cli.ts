/** The operator's commands: `npm run cli -- --help`, or `node workers/cli.ts` where DATABASE_URL is set. */
import { CliError } from './cli/cli-error.ts'
import { describeCommands } from './cli/commands.ts'

try {
  await describeCommands().parseAsync()
} catch (error) {
  if (!(error instanceof CliError)) throw error
  console.error(error.message)
  process.exitCode = 1
}
