/** The operator's commands: `npm run cli -- --help`, or `node workers/cli.ts` where DATABASE_URL is set. */
import { Command } from 'commander'
import { addAdminCommands } from './cli/admin.ts'
import { addBackupCommands } from './cli/backup.ts'
import { CliError } from './cli/cli-error.ts'
import { addImportCommands } from './cli/import.ts'
import { addMigrateCommand } from './cli/migrate.ts'
import { addSimulateCommand } from './cli/simulate.ts'
import { addStandingsCommands } from './cli/standings.ts'

const program = new Command('npm run cli --')
  .description("Called It's commands for operators")
  .showHelpAfterError('(add --help for how it is used)')
addAdminCommands(program)
addImportCommands(program)
addStandingsCommands(program)
addBackupCommands(program)
addMigrateCommand(program)
addSimulateCommand(program)

try {
  await program.parseAsync()
} catch (error) {
  if (!(error instanceof CliError)) throw error
  console.error(error.message)
  process.exitCode = 1
}
