import { type Kysely, sql } from 'kysely'

/** Orders for long work, and the outbox that every job goes through. */
export async function up(db: Kysely<unknown>): Promise<void> {
  // Every order for a run has its number, also one that joins a run that is queued already.
  await sql`CREATE SEQUENCE order_numbers`.execute(db)
  await sql`
    CREATE TABLE runs (
      id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      kind text NOT NULL,
      -- What it works on, 'show:12' or 'catalogue': runs of one subject never overlap.
      subject text NOT NULL,
      "order" jsonb NOT NULL,
      -- Of the last order that it carries out: of two results for one show, the later order's stands.
      order_number bigint NOT NULL DEFAULT nextval('order_numbers'),
      ordered_by integer REFERENCES users,
      state text NOT NULL DEFAULT 'queued' CHECK (state IN ('queued', 'running', 'done', 'failed')),
      done integer NOT NULL DEFAULT 0 CHECK (done >= 0),
      total integer CHECK (total >= 0),
      result jsonb,
      error jsonb,
      -- Counts the workers that took it up; a result is only accepted from the last of them.
      claim integer NOT NULL DEFAULT 0,
      worker text,
      heartbeat_at timestamptz,
      created_at timestamptz NOT NULL DEFAULT now(),
      started_at timestamptz,
      ended_at timestamptz,
      -- The version of the topic 'runs' at its last change: who knows version n asks for what came after.
      -- Null from the change to the end of its transaction, when the version is counted up.
      topic_version bigint,
      CHECK ((state = 'done') = (result IS NOT NULL)),
      CHECK ((state = 'failed') = (error IS NOT NULL)),
      CHECK ((state IN ('done', 'failed')) = (ended_at IS NOT NULL))
    )`.execute(db)
  await sql`CREATE UNIQUE INDEX runs_one_queued ON runs (kind, subject) WHERE state = 'queued'`.execute(db)
  await sql`CREATE UNIQUE INDEX runs_one_running ON runs (subject) WHERE state = 'running'`.execute(db)
  await sql`CREATE INDEX runs_topic_version ON runs (topic_version)`.execute(db)

  await sql`
    CREATE TABLE outbox (
      id uuid PRIMARY KEY DEFAULT uuidv7(),
      job text NOT NULL,
      payload jsonb NOT NULL,
      run_id integer UNIQUE REFERENCES runs,
      created_at timestamptz NOT NULL DEFAULT now(),
      -- When it may be handed to the queue (again): pushed into the future by each hand-over and failure.
      next_at timestamptz NOT NULL DEFAULT now(),
      enqueued_at timestamptz,
      attempt integer NOT NULL DEFAULT 0,
      failures integer NOT NULL DEFAULT 0,
      last_error text,
      done_at timestamptz,
      -- Given up after too many failures; an admin can open it again.
      dead_at timestamptz
    )`.execute(db)
  await sql`
    CREATE INDEX outbox_open ON outbox (next_at) WHERE done_at IS NULL AND dead_at IS NULL`.execute(db)
  await sql`CREATE INDEX outbox_done ON outbox (done_at) WHERE done_at IS NOT NULL`.execute(db)
}
