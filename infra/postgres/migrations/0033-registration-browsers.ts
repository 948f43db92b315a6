import { type Kysely, sql } from 'kysely'

/**
 * The browser that registered, and the show for which. Its token ends with the registration, or after a day; confirming
 * moves it to the user, with whose profile and sessions it goes.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const table of ['auth_tokens', 'registration_tokens']) {
    const check = sql.ref(`${table}_purpose_check`)
    await sql`
      ALTER TABLE ${sql.table(table)}
        DROP CONSTRAINT ${check},
        ADD CONSTRAINT ${check} CHECK (purpose IN ('verify-email', 'reset-password', 'log-in'))`.execute(db)
  }
  await sql`
    ALTER TABLE registrations ADD COLUMN show_id integer REFERENCES shows ON DELETE SET NULL;
    CREATE INDEX registrations_show ON registrations (show_id) WHERE show_id IS NOT NULL`.execute(db)
}
