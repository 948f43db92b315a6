import { type Kysely, sql } from 'kysely'

/**
 * Settings, work, and what leaves the site. With a show go its announcements, events, deliveries and reminders; with a
 * webhook its deliveries. With a profile go its notifications, choices, subscriptions, messages and reminders; a webhook
 * stays and keeps who made it. Notifications that are no longer shown end after 90 days.
 *
 * Gateways of release 0.10.0 are ready only with this name in the table of migrations.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    CREATE TABLE settings (
      only_row boolean PRIMARY KEY DEFAULT true CHECK (only_row),
      test_mode_enabled boolean NOT NULL DEFAULT true,
      site_overlay_enabled boolean NOT NULL DEFAULT false
    );
    INSERT INTO settings DEFAULT VALUES;
    -- For example the day that the demo data is anchored on.
    CREATE TABLE installation_facts (
      name text PRIMARY KEY,
      value jsonb NOT NULL
    );
    -- Increased in the transaction of each change. Gateways read the table every second, so that a lost message delays a
    -- change by a second at most.
    CREATE TABLE topic_versions (
      topic text PRIMARY KEY,
      version bigint NOT NULL CHECK (version > 0),
      changed_at timestamptz NOT NULL DEFAULT now()
    ) WITH (fillfactor = 50);

    -- Every request for a run takes a number, also one that joins a queued run.
    CREATE SEQUENCE order_numbers;
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
      -- Version of the topic 'runs' at the last change, to list changes after a version. Null between the change and the
      -- end of its transaction, which assigns the version.
      topic_version bigint,
      request_id text,
      CHECK ((state = 'done') = (result IS NOT NULL)),
      CHECK ((state = 'failed') = (error IS NOT NULL)),
      CHECK ((state IN ('done', 'failed')) = (ended_at IS NOT NULL))
    );
    CREATE UNIQUE INDEX runs_one_queued ON runs (kind, subject) WHERE state = 'queued';
    CREATE UNIQUE INDEX runs_one_running ON runs (subject) WHERE state = 'running';
    CREATE INDEX runs_topic_version ON runs (topic_version);

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
    );
    CREATE INDEX outbox_open ON outbox (next_at) WHERE done_at IS NULL AND dead_at IS NULL;
    CREATE INDEX outbox_done ON outbox (done_at) WHERE done_at IS NOT NULL;
    CREATE INDEX outbox_dead ON outbox (dead_at) WHERE dead_at IS NOT NULL;

    -- Something that several users are notified of.
    CREATE TABLE announcements (
      id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      kind text NOT NULL,
      -- Null for what concerns no show.
      show_id integer REFERENCES shows ON DELETE CASCADE,
      -- As the catalogue of kinds has it.
      payload jsonb NOT NULL,
      -- Of scores: what they were computed from. The scores that were announced last follow from it.
      revision_id integer REFERENCES setlist_revisions ON DELETE CASCADE,
      merged jsonb,
      created_at timestamptz NOT NULL DEFAULT now(),
      -- When the notifications were inserted.
      sent_at timestamptz
    );
    CREATE INDEX announcements_show ON announcements (show_id, id);
    -- References neither user nor announcement, as scores do not: the checks would take longer than the rows.
    CREATE TABLE notifications (
      id bigint GENERATED ALWAYS AS IDENTITY,
      user_id integer NOT NULL,
      announcement_id integer NOT NULL,
      -- What concerns this user alone, as the catalogue of kinds has it.
      detail jsonb,
      created_at timestamptz NOT NULL DEFAULT now(),
      read_at timestamptz,
      -- False: only sent by push or mail.
      on_page boolean NOT NULL DEFAULT true,
      PRIMARY KEY (user_id, id)
    );
    -- What differs from the defaults, which are in shared/notifications/channels.ts.
    CREATE TABLE notification_choices (
      user_id integer NOT NULL REFERENCES users ON DELETE CASCADE,
      kind text NOT NULL,
      channel text NOT NULL CHECK (channel IN ('page', 'push', 'mail')),
      is_on boolean NOT NULL,
      PRIMARY KEY (user_id, kind, channel)
    );
    CREATE TABLE notification_settings (
      user_id integer PRIMARY KEY REFERENCES users ON DELETE CASCADE,
      -- An IANA name; null until a page has sent it.
      time_zone text,
      -- Whether the user has chosen it: then no page replaces it.
      has_chosen_zone boolean NOT NULL DEFAULT false,
      -- Hours of the user's day. Equal: none are quiet.
      quiet_from smallint NOT NULL DEFAULT 23 CHECK (quiet_from BETWEEN 0 AND 23),
      quiet_until smallint NOT NULL DEFAULT 8 CHECK (quiet_until BETWEEN 0 AND 23),
      -- In the links of mails. Null until the first mail.
      unsubscribe_token text UNIQUE
    );

    CREATE TABLE push_subscriptions (
      id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      user_id integer NOT NULL REFERENCES users ON DELETE CASCADE,
      endpoint text NOT NULL UNIQUE,
      p256dh text NOT NULL,
      auth text NOT NULL,
      created_at timestamptz NOT NULL DEFAULT now()
    );
    CREATE INDEX push_subscriptions_user ON push_subscriptions (user_id);
    -- References neither user nor notification, for the reason of notifications.
    CREATE TABLE messages (
      id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      user_id integer NOT NULL,
      notification_id bigint NOT NULL,
      channel text NOT NULL CHECK (channel IN ('push', 'mail')),
      -- Of a push.
      subscription_id integer REFERENCES push_subscriptions ON DELETE CASCADE,
      created_at timestamptz NOT NULL DEFAULT now(),
      -- Sent, or not needed any more.
      done_at timestamptz
    );
    CREATE INDEX messages_user ON messages (user_id);
    CREATE INDEX messages_subscription ON messages (subscription_id);
    -- At most one a day, which is the user's.
    CREATE TABLE reminders (
      user_id integer NOT NULL REFERENCES users ON DELETE CASCADE,
      day date NOT NULL,
      show_id integer NOT NULL REFERENCES shows ON DELETE CASCADE,
      kind text NOT NULL CHECK (kind IN ('evening-before', 'before-lock')),
      created_at timestamptz NOT NULL DEFAULT now(),
      PRIMARY KEY (user_id, day)
    );
    CREATE INDEX reminders_show ON reminders (show_id);

    -- What happened, for feeds and webhooks.
    CREATE TABLE public_events (
      id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      kind text NOT NULL,
      -- Null for what concerns no show.
      show_id integer REFERENCES shows ON DELETE CASCADE,
      -- The same for the same event, which is stored once.
      key text NOT NULL UNIQUE,
      payload jsonb NOT NULL,
      created_at timestamptz NOT NULL DEFAULT now()
    );
    CREATE INDEX public_events_show ON public_events (show_id);
    CREATE TABLE webhooks (
      id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      name text NOT NULL,
      url text NOT NULL,
      format text NOT NULL CHECK (format IN ('json', 'discord', 'slack')),
      kinds text[] NOT NULL,
      -- Whether songs, points and names of winners are sent.
      has_spoilers boolean NOT NULL,
      secret text NOT NULL,
      created_by integer NOT NULL REFERENCES users,
      created_at timestamptz NOT NULL DEFAULT now(),
      -- Of the first delivery that failed since one arrived.
      failing_since timestamptz,
      disabled_at timestamptz
    );
    CREATE TABLE webhook_deliveries (
      id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      webhook_id integer NOT NULL REFERENCES webhooks ON DELETE CASCADE,
      event_id bigint NOT NULL REFERENCES public_events ON DELETE CASCADE,
      attempts integer NOT NULL DEFAULT 0,
      last_attempt_at timestamptz,
      last_status integer,
      last_error text,
      created_at timestamptz NOT NULL DEFAULT now(),
      delivered_at timestamptz,
      UNIQUE (webhook_id, event_id)
    );
    CREATE INDEX webhook_deliveries_event ON webhook_deliveries (event_id);
    CREATE INDEX webhook_deliveries_open ON webhook_deliveries (webhook_id, id) WHERE delivered_at IS NULL;

    -- Can be drawn again at any time. Deleted after 30 days; a share's when it is revoked.
    CREATE TABLE preview_images (
      kind text NOT NULL,
      -- The id or token of what the image shows.
      subject text NOT NULL,
      theme text NOT NULL,
      -- The newest replaces the one before, since nobody gets an old one.
      revision text NOT NULL,
      png bytea NOT NULL,
      created_at timestamptz NOT NULL DEFAULT now(),
      PRIMARY KEY (kind, subject, theme)
    );
    CREATE INDEX preview_images_age ON preview_images (created_at)`.execute(db)
}
