import { migrateToLatest } from '@called-it/infra/postgres/migrate'
import type { Command } from 'commander'
import { readDatabaseUrl, whileReachable } from './database.ts'

/** The command that brings the database to this release, before its programs start. */
export function addMigrateCommand(program: Command): void {
  program
    .command('migrate')
    .description('brings the database to this release; of two at once one applies, and the other waits')
    .action(migrate)
}

async function migrate(): Promise<void> {
  const url = readDatabaseUrl()
  await whileReachable(() => migrateToLatest(url, (line) => console.log(line)))
  console.log('The database is up to date.')
}
