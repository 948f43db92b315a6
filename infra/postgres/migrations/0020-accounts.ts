import { type Kysely, sql } from 'kysely'

/**
 * Who plays. Users are never deleted: their rows lose name and address. Registrations belong to no user: confirming one
 * makes its user and deletes all of the address, and the sweep deletes the others after seven days. Keys, choices, devices
 * and suspensions go with the profile. Rows of the audit log stay when the user goes, without addresses.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    -- A trusted extension: the owner of a database may create it.
    CREATE EXTENSION IF NOT EXISTS pg_trgm;

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
      shows_picks boolean NOT NULL DEFAULT false,
      -- May enter the setlist of a show that runs. Given by admins.
      is_live_operator boolean NOT NULL DEFAULT false,
      suspended_at timestamptz,
      CHECK (deleted_at IS NOT NULL OR (email IS NOT NULL AND password_hash IS NOT NULL)),
      CHECK (deleted_at IS NULL OR (email IS NULL AND password_hash IS NULL AND NOT is_admin))
    );
    -- Finds users by a part of their address or name among a million.
    CREATE INDEX users_search ON users USING gin (email gin_trgm_ops, display_name gin_trgm_ops)
    WHERE deleted_at IS NULL;
    -- Finds the users of the last minutes, whose names open pages still show.
    CREATE INDEX users_deleted_at ON users (deleted_at) WHERE deleted_at IS NOT NULL;

    CREATE TABLE avatars (
      user_id integer PRIMARY KEY REFERENCES users,
      -- SHA-256 of the image. It is part of the URL, so responses are immutable.
      content_hash text NOT NULL,
      webp bytea NOT NULL CHECK (octet_length(webp) <= 1048576),
      created_at timestamptz NOT NULL DEFAULT now()
    );

    -- What the profile gets back when the suspension is lifted.
    CREATE TABLE suspensions (
      user_id integer PRIMARY KEY REFERENCES users ON DELETE CASCADE,
      reason text NOT NULL,
      display_name text NOT NULL,
      shows_picks boolean NOT NULL,
      image_hash text,
      image bytea,
      suspended_by integer REFERENCES users ON DELETE SET NULL,
      created_at timestamptz NOT NULL DEFAULT now()
    );

    CREATE TABLE auth_tokens (
      id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      user_id integer NOT NULL REFERENCES users,
      purpose text NOT NULL CHECK (purpose IN ('verify-email', 'reset-password')),
      token_hash bytea NOT NULL UNIQUE CHECK (octet_length(token_hash) = 32),
      created_at timestamptz NOT NULL DEFAULT now(),
      expires_at timestamptz NOT NULL,
      used_at timestamptz,
      voided_at timestamptz
    );
    CREATE INDEX auth_tokens_user ON auth_tokens (user_id, purpose);

    -- sid, sess and expire are connect-pg-simple's columns; user_id is read from the session's JSON.
    CREATE TABLE sessions (
      sid varchar PRIMARY KEY,
      sess json NOT NULL,
      expire timestamp(6) NOT NULL,
      user_id integer GENERATED ALWAYS AS ((sess -> 'passport' ->> 'user')::integer) STORED
    );
    CREATE INDEX sessions_user ON sessions (user_id);
    CREATE INDEX sessions_expire ON sessions (expire);

    CREATE TABLE registrations (
      id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      email text NOT NULL CHECK (email = lower(email)),
      display_name text NOT NULL CHECK (char_length(display_name) BETWEEN 2 AND 40),
      password_hash text NOT NULL,
      created_at timestamptz NOT NULL DEFAULT now(),
      -- Of the account that follows.
      shows_picks boolean NOT NULL DEFAULT false,
      -- To a league, of which the account becomes a member.
      invitation text
    );
    CREATE INDEX registrations_email ON registrations (email, id);
    CREATE INDEX registrations_created_at ON registrations (created_at);

    -- Moved to auth_tokens when the address is confirmed, so that old links say that they were used.
    CREATE TABLE registration_tokens (
      token_hash bytea PRIMARY KEY CHECK (octet_length(token_hash) = 32),
      registration_id integer NOT NULL REFERENCES registrations ON DELETE CASCADE,
      purpose text NOT NULL CHECK (purpose IN ('verify-email', 'reset-password')),
      created_at timestamptz NOT NULL DEFAULT now(),
      expires_at timestamptz NOT NULL,
      voided_at timestamptz
    );
    CREATE INDEX registration_tokens_registration ON registration_tokens (registration_id);

    CREATE TABLE api_keys (
      id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      user_id integer NOT NULL REFERENCES users ON DELETE CASCADE,
      name text NOT NULL,
      -- SHA-256; the key has 256 random bits.
      key_hash bytea NOT NULL UNIQUE,
      -- Its last four characters, for its owner to recognise it.
      hint text NOT NULL,
      created_at timestamptz NOT NULL DEFAULT now(),
      last_used_at timestamptz
    );
    CREATE INDEX api_keys_user ON api_keys (user_id);

    CREATE TABLE audit_log (
      id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      at timestamptz NOT NULL DEFAULT now(),
      actor_id integer REFERENCES users,
      action text NOT NULL,
      subject text,
      address text,
      request_id text,
      details jsonb NOT NULL DEFAULT '{}'
    );
    CREATE INDEX audit_log_at ON audit_log (at);
    CREATE INDEX audit_log_actor ON audit_log (actor_id, id);
    CREATE INDEX audit_log_subject ON audit_log (subject, id)`.execute(db)
}
