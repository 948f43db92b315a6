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

/** Creates the database unless it exists, and returns the name of its owner. */
export async function ensureDatabase(client: pg.Client, database: string, owner: string): Promise<string> {
  const { rows } = await client.query<{ owner: string }>(
    'SELECT pg_get_userbyid(datdba)::text AS owner FROM pg_database WHERE datname = $1',
    [database],
  )
  if (rows[0]) return rows[0].owner
  const [name, role] = [database, owner].map((text) => client.escapeIdentifier(text))
  await client.query(`CREATE DATABASE ${name} OWNER ${role}`)
  return owner
}

/**
 * Gives the connected database and its tables, views and sequences to a role, all or nothing. REASSIGN OWNED cannot: it
 * refuses the role that initdb created. Sequences of columns go with their table, objects of extensions stay.
 */
export async function changeOwner(client: pg.Client, database: string, owner: string): Promise<void> {
  await client.query('BEGIN')
  const { rows } = await client.query<{ statement: string }>(
    `SELECT format('ALTER %s %s OWNER TO %I',
       CASE relkind WHEN 'v' THEN 'VIEW' WHEN 'S' THEN 'SEQUENCE' ELSE 'TABLE' END, oid::regclass, $1::text) AS statement
     FROM pg_class
     WHERE relkind IN ('r', 'v', 'S') AND relnamespace = current_schema()::regnamespace AND NOT EXISTS (
       SELECT FROM pg_depend
       WHERE classid = 'pg_class'::regclass AND objid = pg_class.oid
         AND (deptype = 'e' OR (relkind = 'S' AND refclassid = 'pg_class'::regclass AND deptype IN ('a', 'i')))
     )`,
    [owner],
  )
  for (const { statement } of rows) await client.query(statement)
  const [name, role] = [database, owner].map((text) => client.escapeIdentifier(text))
  await client.query(`ALTER DATABASE ${name} OWNER TO ${role}`)
  await client.query('COMMIT')
}
