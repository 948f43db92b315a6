import { migrateToLatest } from '@called-it/infra/postgres/migrate'
import { UnknownDatabaseError } from '@called-it/infra/postgres/squashed-migrations'
import { CliError } from './cli-error.ts'
import { readDatabaseUrl, whileReachable } from './database.ts'

export async function migrate(): Promise<void> {
  const url = readDatabaseUrl()
  await whileReachable(() => migrateToLatest(url, (line) => console.log(line))).catch((error: unknown) => {
    throw error instanceof UnknownDatabaseError ? new CliError(error.message) : error
  })
  console.log('The database is up to date.')
}
