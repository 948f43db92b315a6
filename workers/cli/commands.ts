import { DEMO_SHOW_SECONDS } from '@called-it/shared/contract/demo-show'
import { day } from '@called-it/shared/contract/fields'
import { Command, InvalidArgumentError } from 'commander'
import type { AuditOptions } from './audit.ts'
import type { ReplaceOptions } from './backup.ts'
import type { ListsOptions, SetlistOptions, SourceOption } from './import.ts'
import type { RotateOptions } from './settings-key.ts'

/** Commands import their code when they run, so that quick ones do not wait for it. */
export function describeCommands(): Command {
  const program = new Command('npm run cli --')
    .description("Called It's commands for operators")
    .showHelpAfterError('(add --help for how it is used)')
    .exitOverride()
  addAdminCommands(program)
  addSessionCommands(program)
  addSettingsKeyCommands(program)
  addImportCommands(program)
  addStandingsCommands(program)
  addBackupCommands(program)
  addAuditCommand(program)
  program
    .command('verify-proof <file>')
    .description('checks a downloaded proof of picks; ends with 1 if it does not verify')
    .action(async (file: string) => (await import('./verify-proof.ts')).verifyProofFile(file))
  program
    .command('demo-show')
    .description('plays a whole show of the demo band with its fans, in place of the last one, and scores it')
    .option('--seconds <seconds>', 'how long the show takes', parseSeconds, DEMO_SHOW_SECONDS)
    .action(async (options: { seconds: number }) => (await import('./demo-show.ts')).playDemoShow(options))
  program
    .command('migrate')
    .description('brings the database to this release; of two at once one applies, and the other waits')
    .action(async () => (await import('./migrate.ts')).migrate())
  return program
}

/** The only way to the first admin. */
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

/** All are in memory at once, and a terminal scrolls back no further. */
const MAX_ENTRIES = 10_000

function addAuditCommand(program: Command): void {
  program
    .command('audit')
    .description('prints who did what: logins, changes of accounts, what admins did and who was refused it')
    .option('--user <email>', 'only what this account did, or what was done to it')
    .option('--action <action>', 'only this action, as user:logged-in')
    .option('--from <day>', 'leaves out entries before this day, YYYY-MM-DD', parseDay)
    .option('--to <day>', 'leaves out entries after this day, YYYY-MM-DD', parseDay)
    .option('--last <count>', 'how many of the newest', parseCount, 50)
    .action(async (options: AuditOptions) => (await import('./audit.ts')).printAudit(options))
}

function parseCount(text: string): number {
  const count = Number(text)
  if (Number.isInteger(count) && count > 0 && count <= MAX_ENTRIES) return count
  throw new InvalidArgumentError(`It is not a number from 1 to ${MAX_ENTRIES}.`)
}

const MAX_SECONDS = 3_600

function parseSeconds(text: string): number {
  const seconds = Number(text)
  if (seconds > 0 && seconds <= MAX_SECONDS) return seconds
  throw new InvalidArgumentError(`It is not a number of seconds up to ${MAX_SECONDS}.`)
}

function addSessionCommands(program: Command): void {
  program
    .command('sessions')
    .description('who is logged in')
    .command('end <email>')
    .description('logs an account out everywhere, and deletes its keys and devices')
    .action(async (address: string) => (await import('./sessions.ts')).endSessionsOf(address))
}

function addSettingsKeyCommands(program: Command): void {
  program
    .command('settings-key')
    .description('what secrets in the database are encrypted with')
    .command('rotate')
    .description('encrypts with SETTINGS_KEY what SETTINGS_KEY_PREVIOUS has encrypted')
    .option('--replace-unreadable', 'gives webhooks new secrets, and forgets devices, whose key is lost')
    .action(async (options: RotateOptions) => (await import('./settings-key.ts')).rotateSettingsKey(options))
}

const YES = 'imports also what retires more than a third of the songs or shows'

function addImportCommands(program: Command): void {
  const imports = program
    .command('import')
    .description('brings data up to what the data site has; can be broken off and repeated at any time')

  addSourceOption(imports.command('check [paths...]'))
    .description(
      'lists all faults of files, or of the source, and what an import would change; stores nothing',
    )
    .action(async (paths: string[], options: SourceOption) =>
      (await import('./check-import.ts')).checkImport(paths, options),
    )
  addSourceOption(imports.command('songs'))
    .description("songs and the songwriter's notebook")
    .option('--yes', YES)
    .action(async (options: ListsOptions) => (await import('./import.ts')).importSongs(options))

  addSourceOption(imports.command('shows'))
    .description('songs, notebook, tours and shows')
    .option('--yes', YES)
    .action(async (options: ListsOptions) => (await import('./import.ts')).importShows(options))

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

function addStandingsCommands(program: Command): void {
  const standings = program.command('standings').description('the boards, as counted from the scores')

  standings
    .command('verify')
    .description(
      'compares every board with a fresh count, and ends with 1 where they differ; names shows of older points',
    )
    .action(async () => (await import('./standings.ts')).verify())

  standings
    .command('rebuild')
    .description('counts every board anew, in one transaction')
    .action(async () => (await import('./standings.ts')).rebuild())

  program
    .command('rescore')
    .description('has the workers score shows again, against the setlists that are stored')
    .requiredOption('--outdated', 'those that were scored by older points')
    .action(async () => (await import('./standings.ts')).rescoreOutdated())
}

function addBackupCommands(program: Command): void {
  program
    .command('backup <file>')
    .description('writes everything but sessions and mailed links into a new file, while the site works on')
    .action(async (file: string) => (await import('./backup.ts')).backup(file))

  program
    .command('restore <file>')
    .description('fills a new, empty database from a backup, and verifies the boards')
    .option('--replace', 'takes the place of what is in the database, after a backup of that beside the file')
    .action(async (file: string, options: ReplaceOptions) =>
      (await import('./backup.ts')).restore(file, options),
    )
}
