-- What release 0.15.0 changed in the database of 0.14.0, then values in what is new.
ALTER TABLE users
  ADD COLUMN first_login_at timestamptz,
  DROP CONSTRAINT users_check,
  ADD CONSTRAINT users_check CHECK (deleted_at IS NOT NULL OR email IS NOT NULL);
ALTER TABLE settings
  ADD COLUMN registration text CHECK (registration IN ('open', 'invited', 'closed')),
  ADD COLUMN registration_code text;
ALTER TABLE registrations
  ALTER COLUMN password_hash DROP NOT NULL,
  ADD COLUMN passkey jsonb;
CREATE INDEX audit_log_action ON audit_log (action, at);
CREATE TABLE login_links (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  email text NOT NULL,
  display_name text,
  invitation text,
  show_id integer REFERENCES shows ON DELETE SET NULL,
  language text,
  browser_hash bytea NOT NULL UNIQUE,
  token_hash bytea UNIQUE,
  code_hash bytea,
  tries smallint NOT NULL DEFAULT 0,
  created_at timestamptz NOT NULL DEFAULT now(),
  used_at timestamptz
);
CREATE INDEX login_links_email ON login_links (email);
CREATE INDEX login_links_show ON login_links (show_id) WHERE show_id IS NOT NULL;
CREATE TABLE passkeys (
  id text PRIMARY KEY,
  user_id integer NOT NULL REFERENCES users ON DELETE CASCADE,
  public_key bytea NOT NULL,
  counter bigint NOT NULL,
  name text NOT NULL,
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
CREATE TABLE address_changes (
  user_id integer PRIMARY KEY REFERENCES users ON DELETE CASCADE,
  old_email text NOT NULL,
  new_email text NOT NULL,
  old_token_hash bytea UNIQUE,
  new_token_hash bytea UNIQUE,
  old_confirmed_at timestamptz,
  new_confirmed_at timestamptz,
  created_at timestamptz NOT NULL DEFAULT now()
);
UPDATE users SET first_login_at = '2026-11-28T00:00:00Z' WHERE email = 'bo@example.test';
UPDATE settings SET registration = 'invited', registration_code = 'Zm9yIHRoZSBmYW5z';
UPDATE registrations SET password_hash = NULL,
  passkey = '{"id": "bmV3", "publicKey": "AQID", "counter": 0, "name": "a phone", "host": "band.example"}';
INSERT INTO login_links (email, display_name, invitation, show_id, language, browser_hash, token_hash, code_hash, tries)
  SELECT 'new@example.test', 'Newcomer', 'abc', min(id), 'de', '\x01', '\x02', '\x03', 2 FROM shows;
INSERT INTO passkeys (id, user_id, public_key, counter, name, host, last_used_at)
  SELECT 'a2V5', id, '\x010203', 7, 'a phone', 'band.example', '2026-11-28T00:00:00Z' FROM users WHERE email = 'bo@example.test';
INSERT INTO recovery_codes (user_id, code_hash) SELECT id, '\x04' FROM users WHERE email = 'bo@example.test';
INSERT INTO used_challenges (challenge_hash) VALUES ('\x05');
INSERT INTO external_accounts (issuer, subject, user_id)
  SELECT 'https://issuer.example', '42', id FROM users WHERE email = 'bo@example.test';
INSERT INTO address_changes (user_id, old_email, new_email, old_token_hash, new_token_hash, old_confirmed_at)
  SELECT id, email, 'moved@example.test', '\x06', '\x07', '2026-11-28T00:00:00Z' FROM users WHERE email = 'bo@example.test';
INSERT INTO kysely_migration (name, timestamp) VALUES ('0037-ways-in', '2026-11-28T00:00:00.000Z');
