import { ensureDatabase, upsertOwner } from '@called-it/infra/postgres/queries/work/database'
import pg from 'pg'
import { readPostgresState } from './postgres-state.ts'

/** Created by initdb, so that it cannot lose its rights. Only the launcher uses it. */
export const SUPERUSER = 'called_it'
const OWNER = 'called_it_owner'
const DATABASE = 'called_it'

export interface DatabaseAccess {
  readonly port: number
  /** The superuser's password. */
  readonly password: string
  readonly ownerPassword: string
}

/** The URL for programs: their role owns the database, and is no superuser. */
export function ownerUrl({ port, ownerPassword }: Omit<DatabaseAccess, 'password'>): string {
  return `postgres://${OWNER}:${ownerPassword}@127.0.0.1:${port}/${DATABASE}`
}

/** The URL for what only a superuser may do, such as creating databases for tests. */
export async function superuserUrl(dataDir: string): Promise<string> {
  const state = await readPostgresState(dataDir)
  if (state === undefined) throw new Error('this DATA_DIR has no database')
  return urlOf(state, 'postgres')
}

/** Creates the programs' role and database where they are missing. */
export async function prepareDatabase(access: DatabaseAccess): Promise<void> {
  const client = new pg.Client({ connectionString: urlOf(access, 'postgres') })
  await client.connect()
  try {
    await upsertOwner(client, OWNER, access.ownerPassword)
    await ensureDatabase(client, DATABASE, OWNER)
  } finally {
    await client.end()
  }
}

function urlOf({ port, password }: Pick<DatabaseAccess, 'port' | 'password'>, database: string): string {
  return `postgres://${SUPERUSER}:${password}@127.0.0.1:${port}/${database}`
}
