import { type Database, openPostgres } from '@called-it/infra/postgres/client'

/** With connections of its own, for as long as it reads. */
export async function readDatabase<Result>(
  databaseUrl: string,
  read: (db: Database) => Promise<Result>,
): Promise<Result> {
  const { db, close } = openPostgres({
    url: databaseUrl,
    program: 'launcher',
    onConnectionError: () => undefined,
  })
  try {
    return await read(db)
  } finally {
    await close()
  }
}
