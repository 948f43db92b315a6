import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  // Every request for a run takes a number, also one that joins a queued run.
  await sql`CREATE SEQUENCE order_numbers`.execute(db)
  await sql`
    CREATE TABLE runs (
      id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      kind text NOT NULL,
      -- 'show:12' or 'catalogue'. Runs with one subject never overlap.
      subject text NOT NULL,
      "order" jsonb NOT NULL,
      -- Number of the last request that the run covers. Of two results for one show the higher number wins.
      order_number bigint NOT NULL DEFAULT nextval('order_numbers'),
      ordered_by integer REFERENCES users,
      state text NOT NULL DEFAULT 'queued' CHECK (state IN ('queued', 'running', 'done', 'failed')),
      done integer NOT NULL DEFAULT 0 CHECK (done >= 0),
      total integer CHECK (total >= 0),
      result jsonb,
      error jsonb,
      -- Counts the workers that claimed the run; only the last claim may store a result.
      claim integer NOT NULL DEFAULT 0,
      worker text,
      heartbeat_at timestamptz,
      created_at timestamptz NOT NULL DEFAULT now(),
      started_at timestamptz,
      ended_at timestamptz,
      -- Version of the topic 'runs' at the last change, to list changes after a version. Null between the change
      -- and the end of its transaction, which assigns the version.
      topic_version bigint,
      request_id text,
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
      -- When the job may be enqueued (again); each attempt and each failure moves it into the future.
      next_at timestamptz NOT NULL DEFAULT now(),
      enqueued_at timestamptz,
      attempt integer NOT NULL DEFAULT 0,
      failures integer NOT NULL DEFAULT 0,
      last_error text,
      done_at timestamptz,
      -- Dead-lettered after too many failures; an admin can retry the job.
      dead_at timestamptz,
      request_id text,
      -- W3C Trace Context of the request; null when tracing is off.
      traceparent text
    )`.execute(db)
  await sql`
    CREATE INDEX outbox_open ON outbox (next_at) WHERE done_at IS NULL AND dead_at IS NULL`.execute(db)
  await sql`CREATE INDEX outbox_done ON outbox (done_at) WHERE done_at IS NOT NULL`.execute(db)
  await sql`CREATE INDEX outbox_dead ON outbox (dead_at) WHERE dead_at IS NOT NULL`.execute(db)
}
