import { readDatabaseUrl, whileReachable } from './database.ts'
import { migrateDatabase } from './schema.ts'

export async function migrate(): Promise<void> {
  const url = readDatabaseUrl()
  await whileReachable(() => migrateDatabase(url, (line) => console.log(line)))
  console.log('The database is up to date.')
}
