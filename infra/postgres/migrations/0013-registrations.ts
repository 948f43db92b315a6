import { type Kysely, sql } from 'kysely'

/**
 * Registrations whose address is not confirmed yet. They belong to no user: confirming one makes its user and deletes
 * all of the address, and the sweep deletes the others after seven days. Unconfirmed users of earlier releases stay in
 * `users` and can still be confirmed.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    CREATE TABLE registrations (
      id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      email text NOT NULL CHECK (email = lower(email)),
      display_name text NOT NULL CHECK (char_length(display_name) BETWEEN 2 AND 40),
      password_hash text NOT NULL,
      created_at timestamptz NOT NULL DEFAULT now()
    )`.execute(db)
  await sql`CREATE INDEX registrations_email ON registrations (email, id)`.execute(db)
  await sql`CREATE INDEX registrations_created_at ON registrations (created_at)`.execute(db)

  // Moved to auth_tokens when the address is confirmed, so that old links say that they were used.
  await sql`
    CREATE TABLE registration_tokens (
      token_hash bytea PRIMARY KEY CHECK (octet_length(token_hash) = 32),
      registration_id integer NOT NULL REFERENCES registrations ON DELETE CASCADE,
      purpose text NOT NULL CHECK (purpose IN ('verify-email', 'reset-password')),
      created_at timestamptz NOT NULL DEFAULT now(),
      expires_at timestamptz NOT NULL,
      voided_at timestamptz
    )`.execute(db)
  await sql`CREATE INDEX registration_tokens_registration ON registration_tokens (registration_id)`.execute(
    db,
  )
}
