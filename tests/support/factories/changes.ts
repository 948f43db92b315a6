import type { Database } from '@called-it/infra/postgres/client'
import type { UsersTable } from '@called-it/infra/postgres/schema/accounts'
import type { ShowsTable, SongsTable } from '@called-it/infra/postgres/schema/catalogue'
import type { Updateable } from 'kysely'

/** Rows as no endpoint leaves them, or without the events that it publishes. */
export async function changeShow(db: Database, id: number, values: Updateable<ShowsTable>): Promise<void> {
  await db.updateTable('shows').set(values).where('id', '=', id).execute()
}

export async function changeSong(db: Database, id: number, values: Updateable<SongsTable>): Promise<void> {
  await db.updateTable('songs').set(values).where('id', '=', id).execute()
}

export async function changeUser(db: Database, id: number, values: Updateable<UsersTable>): Promise<void> {
  await db.updateTable('users').set(values).where('id', '=', id).execute()
}
