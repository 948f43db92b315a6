import { type Kysely, sql } from 'kysely'

/**
 * What an operator does in the pages. None of it belongs to a user or a show. Backups have the stored settings, with
 * their secrets encrypted; the setup code and the work on backups stay with the installation.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    -- By environment variable, whose value wins.
    CREATE TABLE stored_settings (
      name text PRIMARY KEY,
      -- Of secrets encrypted with the settings key.
      value text NOT NULL,
      changed_at timestamptz NOT NULL DEFAULT now()
    );
    -- Programs that started before end themselves, and are started again.
    ALTER TABLE settings ADD COLUMN restart_asked_at timestamptz;

    -- While there is no admin: who reads it in the log may make the first one.
    CREATE TABLE setup_code (
      only_row boolean PRIMARY KEY DEFAULT true CHECK (only_row),
      code_hash bytea NOT NULL,
      created_at timestamptz NOT NULL DEFAULT now()
    );

    CREATE TABLE backup_work (
      id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      kind text NOT NULL CHECK (kind IN ('write', 'verify', 'restore')),
      -- The name in the folder of backups.
      file text NOT NULL,
      state text NOT NULL DEFAULT 'waiting' CHECK (state IN ('waiting', 'running', 'done', 'failed')),
      -- So far, or in the end.
      rows bigint NOT NULL DEFAULT 0,
      -- Of a restore: the backup that was made before.
      restore_point text,
      error text,
      -- What an admin has to know after a restore.
      findings jsonb,
      is_scheduled boolean NOT NULL DEFAULT false,
      created_at timestamptz NOT NULL DEFAULT now(),
      started_at timestamptz,
      ended_at timestamptz
    );
    CREATE INDEX backup_work_open ON backup_work (id) WHERE state IN ('waiting', 'running')`.execute(db)
}
