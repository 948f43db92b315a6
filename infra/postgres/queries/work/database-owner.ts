import type pg from 'pg'

/*
 * Statements of a superuser, before programs connect: they log in as the owner of their database, who has no rights
 * beyond it.
 */

export async function upsertOwner(client: pg.Client, name: string, password: string): Promise<void> {
  const { rowCount } = await client.query('SELECT FROM pg_roles WHERE rolname = $1', [name])
  await client.query(
    `${rowCount === 0 ? 'CREATE' : 'ALTER'} ROLE ${client.escapeIdentifier(name)}
     LOGIN NOSUPERUSER NOCREATEDB NOCREATEROLE PASSWORD ${client.escapeLiteral(password)}`,
  )
}

/** Creates the database unless it exists. */
export async function ensureDatabase(client: pg.Client, database: string, owner: string): Promise<void> {
  const { rowCount } = await client.query('SELECT FROM pg_database WHERE datname = $1', [database])
  if (rowCount !== 0) return
  const [name, role] = [database, owner].map((text) => client.escapeIdentifier(text))
  await client.query(`CREATE DATABASE ${name} OWNER ${role}`)
}
