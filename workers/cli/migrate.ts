import { migrateToLatest } from '@called-it/infra/postgres/migrate'
import { readDatabaseUrl, whileReachable } from './database.ts'

export async function migrate(): Promise<void> {
  const url = readDatabaseUrl()
  await whileReachable(() => migrateToLatest(url, (line) => console.log(line)))
  console.log('The database is up to date.')
}
