import { day } from '@called-it/shared/contract/fields'
import { Command, InvalidArgumentError } from 'commander'
import type { SetlistOptions, SourceOption } from './import.ts'
import type { SimulateOptions } from './simulate.ts'

/**
 * The operator's commands. What a command works with is loaded when it is carried out, so that the quick ones do not
 * wait for the data sites and queues of the others.
 */
export function describeCommands(): Command {
  const program = new Command('npm run cli --')
    .description("Called It's commands for operators")
    .showHelpAfterError('(add --help for how it is used)')
    .exitOverride()
  addAdminCommands(program)
  addImportCommands(program)
  addStandingsCommands(program)
  addBackupCommands(program)
  addSimulateCommand(program)
  program
    .command('migrate')
    .description('brings the database to this release; of two at once one applies, and the other waits')
    .action(async () => (await import('./migrate.ts')).migrate())
  return program
}

/** There is no other way to the first admin. */
function addAdminCommands(program: Command): void {
  const admin = program.command('admin').description('who may use the admin pages')

  admin
    .command('grant <email>')
    .description("gives an account the admin's rights at once; open pages show it after a reload")
    .action(async (address: string) => (await import('./admin.ts')).changeAdmin(address, true))

  admin
    .command('revoke <email>')
    .description("takes the admin's rights from an account; its sessions go on as a fan's")
    .action(async (address: string) => (await import('./admin.ts')).changeAdmin(address, false))
}

/** They bring the catalogue and setlists up to what the data site has. */
function addImportCommands(program: Command): void {
  const imports = program
    .command('import')
    .description('brings data up to what the data site has; can be broken off and repeated at any time')

  addSourceOption(imports.command('songs'))
    .description("songs and the songwriter's notebook")
    .action(async (options: SourceOption) => (await import('./import.ts')).importCatalogue(options, true))

  addSourceOption(imports.command('shows'))
    .description('songs, notebook, tours and shows')
    .action(async (options: SourceOption) => (await import('./import.ts')).importCatalogue(options, false))

  addSourceOption(imports.command('setlists'))
    .description('the setlists of the shows whose day has come; scores stay as they are')
    .option('--from <day>', 'leaves out shows before this day, YYYY-MM-DD', parseDay)
    .option('--to <day>', 'leaves out shows after this day, YYYY-MM-DD', parseDay)
    .option('--replace-hand-entered', 'takes the place of setlists that an admin has entered, too')
    .action(async (options: SetlistOptions) => (await import('./import.ts')).importSetlists(options))
}

function addSourceOption(command: Command): Command {
  return command.option('--source <setting>', 'another source than SETLIST_SOURCE names, written like it')
}

function parseDay(text: string): string {
  const parsed = day.safeParse(text)
  if (!parsed.success) throw new InvalidArgumentError('It is not a day of the form YYYY-MM-DD.')
  return parsed.data
}

/** Everything on the boards can be counted anew from the scores. */
function addStandingsCommands(program: Command): void {
  const standings = program.command('standings').description('the boards, as counted from the scores')

  standings
    .command('verify')
    .description('compares every board with a fresh count; ends with 1 where they differ')
    .action(async () => (await import('./standings.ts')).verify())

  standings
    .command('rebuild')
    .description('counts every board anew, in one transaction')
    .action(async () => (await import('./standings.ts')).rebuild())
}

/** They keep everything in a file, and bring it back. */
function addBackupCommands(program: Command): void {
  program
    .command('backup <file>')
    .description('writes everything but sessions and mailed links into a new file, while the site works on')
    .action(async (file: string) => (await import('./backup.ts')).backup(file))

  program
    .command('restore <file>')
    .description('fills a new, empty database from a backup, and verifies the boards')
    .action(async (file: string) => (await import('./backup.ts')).restore(file))
}

/** It tries an installation with a crowd that does not exist. */
function addSimulateCommand(program: Command): void {
  program
    .command('simulate')
    .description('fills the database with made-up fans, shows and predictions, and connects live sockets')
    .option('--fans <n>', 'so many simulated fans are there afterwards', parseCount, 1_000)
    .option('--shows <n>', 'adds so many played shows, with a prediction of every fan each', parseCount, 1)
    .option('--sockets <n>', 'live connections that are then opened and held until Ctrl-C', parseCount, 0)
    .option('--score', 'scores the new shows')
    .option('--url <url>', 'where the sockets connect; otherwise PUBLIC_URL')
    .option('--seconds <n>', 'closes the sockets after so long', parseCount)
    .option('--remove', 'takes away everything that was simulated, instead of adding to it')
    .option('--yes', 'goes on although the database has accounts of real people')
    .addHelpText('after', SIMULATE_HELP)
    .action(async (options: SimulateOptions) => (await import('./simulate.ts')).simulateCrowd(options))
}

const SIMULATE_HELP = `
A million predictions take about a minute and 200 MB. Nobody can log in as a simulated fan; they stand on the
boards once their shows are scored. Their addresses end in @simulated.example, and their shows are those of
the Simulated Tour. To take all of it away again, with what it brought to the boards:

  npm run cli -- simulate --remove

The command refuses a database in which somebody has an address that could be real (those of the demo and of
tests end in .example or .test), unless --yes is given.`

function parseCount(text: string): number {
  if (!/^\d{1,7}$/.test(text)) throw new InvalidArgumentError('It is not a whole number below ten million.')
  return Number(text)
}
