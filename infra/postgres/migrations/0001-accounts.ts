import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  // A trusted extension: the owner of a database may create it.
  await sql`CREATE EXTENSION IF NOT EXISTS pg_trgm`.execute(db)

  await sql`
    CREATE TABLE users (
      id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      email text UNIQUE CHECK (email = lower(email)),
      display_name text NOT NULL CHECK (char_length(display_name) BETWEEN 2 AND 40),
      -- Sort key of the name, written by the application so that JavaScript sorts as SQL does.
      sort_name text COLLATE "C" NOT NULL,
      password_hash text,
      is_admin boolean NOT NULL DEFAULT false,
      email_verified_at timestamptz,
      created_at timestamptz NOT NULL DEFAULT now(),
      deleted_at timestamptz,
      CHECK (deleted_at IS NOT NULL OR (email IS NOT NULL AND password_hash IS NOT NULL)),
      CHECK (deleted_at IS NULL OR (email IS NULL AND password_hash IS NULL AND NOT is_admin))
    )`.execute(db)
  // Finds users by a part of their address or name among a million.
  await sql`
    CREATE INDEX users_search ON users USING gin (email gin_trgm_ops, display_name gin_trgm_ops)
    WHERE deleted_at IS NULL`.execute(db)

  await sql`
    CREATE TABLE avatars (
      user_id integer PRIMARY KEY REFERENCES users,
      -- SHA-256 of the image. It is part of the URL, so responses are immutable.
      content_hash text NOT NULL,
      webp bytea NOT NULL CHECK (octet_length(webp) <= 1048576),
      created_at timestamptz NOT NULL DEFAULT now()
    )`.execute(db)

  await sql`
    CREATE TABLE auth_tokens (
      id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      user_id integer NOT NULL REFERENCES users,
      purpose text NOT NULL CHECK (purpose IN ('verify-email', 'reset-password')),
      token_hash bytea NOT NULL UNIQUE CHECK (octet_length(token_hash) = 32),
      created_at timestamptz NOT NULL DEFAULT now(),
      expires_at timestamptz NOT NULL,
      used_at timestamptz,
      voided_at timestamptz
    )`.execute(db)
  await sql`CREATE INDEX auth_tokens_user ON auth_tokens (user_id, purpose)`.execute(db)

  // sid, sess and expire are connect-pg-simple's columns; user_id is read from the session's JSON.
  await sql`
    CREATE TABLE sessions (
      sid varchar PRIMARY KEY,
      sess json NOT NULL,
      expire timestamp(6) NOT NULL,
      user_id integer GENERATED ALWAYS AS ((sess -> 'passport' ->> 'user')::integer) STORED
    )`.execute(db)
  await sql`CREATE INDEX sessions_user ON sessions (user_id)`.execute(db)
  await sql`CREATE INDEX sessions_expire ON sessions (expire)`.execute(db)

  await sql`
    CREATE TABLE audit_log (
      id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      at timestamptz NOT NULL DEFAULT now(),
      actor_id integer REFERENCES users,
      action text NOT NULL,
      subject text,
      address text,
      request_id text,
      details jsonb NOT NULL DEFAULT '{}'
    )`.execute(db)
  await sql`CREATE INDEX audit_log_at ON audit_log (at)`.execute(db)
}
