import { type Kysely, sql } from 'kysely'

/**
 * Ways into an account beside the password. What belongs to a user goes with the profile; a show that goes is forgotten.
 * Links are kept by address, since there may be no user yet, for a day, as are used challenges. Backups have all of
 * it, so that passkeys work after a restore.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    ALTER TABLE users
      -- The first under this release: then admins have some days to add a passkey.
      ADD COLUMN first_login_at timestamptz,
      -- A user needs no password.
      DROP CONSTRAINT users_check,
      ADD CONSTRAINT users_check CHECK (deleted_at IS NOT NULL OR email IS NOT NULL);
    ALTER TABLE settings
      ADD COLUMN registration text CHECK (registration IN ('open', 'invited', 'closed')),
      -- The code of the admins' link for sign-ups; null until one is made.
      ADD COLUMN registration_code text;
    -- A passkey in place of the password.
    ALTER TABLE registrations
      ALTER COLUMN password_hash DROP NOT NULL,
      ADD COLUMN passkey jsonb;

    -- For the page of the audit log: an action's entries by time, and which actions occur.
    CREATE INDEX audit_log_action ON audit_log (action, at);

    CREATE TABLE login_links (
      id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      email text NOT NULL,
      -- Where the address has no account yet.
      display_name text,
      invitation text,
      show_id integer REFERENCES shows ON DELETE SET NULL,
      language text,
      -- Of the browser that asked: only it may use the code.
      browser_hash bytea NOT NULL UNIQUE,
      -- Null until the mail is written.
      token_hash bytea UNIQUE,
      -- Null until the link's page has shown the code.
      code_hash bytea,
      tries smallint NOT NULL DEFAULT 0,
      created_at timestamptz NOT NULL DEFAULT now(),
      used_at timestamptz
    );
    CREATE INDEX login_links_email ON login_links (email);
    CREATE INDEX login_links_show ON login_links (show_id) WHERE show_id IS NOT NULL;

    CREATE TABLE passkeys (
      -- The authenticator's, in base64url.
      id text PRIMARY KEY,
      user_id integer NOT NULL REFERENCES users ON DELETE CASCADE,
      public_key bytea NOT NULL,
      counter bigint NOT NULL,
      name text NOT NULL,
      -- Of the site then: it works nowhere else.
      host text NOT NULL,
      created_at timestamptz NOT NULL DEFAULT now(),
      last_used_at timestamptz
    );
    CREATE INDEX passkeys_user ON passkeys (user_id);

    CREATE TABLE recovery_codes (
      user_id integer NOT NULL REFERENCES users ON DELETE CASCADE,
      code_hash bytea NOT NULL,
      PRIMARY KEY (user_id, code_hash)
    );

    CREATE TABLE used_challenges (
      challenge_hash bytea PRIMARY KEY,
      used_at timestamptz NOT NULL DEFAULT now()
    );

    -- Accounts at OpenID issuers.
    CREATE TABLE external_accounts (
      id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      issuer text NOT NULL,
      subject text NOT NULL,
      user_id integer NOT NULL REFERENCES users ON DELETE CASCADE,
      created_at timestamptz NOT NULL DEFAULT now(),
      last_used_at timestamptz NOT NULL DEFAULT now(),
      UNIQUE (issuer, subject)
    );
    CREATE INDEX external_accounts_user ON external_accounts (user_id);

    -- A change of the address, which both addresses confirm.
    CREATE TABLE address_changes (
      user_id integer PRIMARY KEY REFERENCES users ON DELETE CASCADE,
      old_email text NOT NULL,
      new_email text NOT NULL,
      old_token_hash bytea UNIQUE,
      new_token_hash bytea UNIQUE,
      old_confirmed_at timestamptz,
      new_confirmed_at timestamptz,
      created_at timestamptz NOT NULL DEFAULT now()
    )`.execute(db)
}
