import { type Kysely, sql } from 'kysely'

/** Orders know the request that they go back to, so that one id leads from a call to its job and its event. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`ALTER TABLE runs ADD COLUMN request_id text`.execute(db)
  await sql`
    ALTER TABLE outbox
      ADD COLUMN request_id text,
      -- The span that ordered the job (W3C Trace Context); null where nothing is traced.
      ADD COLUMN traceparent text`.execute(db)
  // What was given up is counted at every look at the figures.
  await sql`CREATE INDEX outbox_dead ON outbox (dead_at) WHERE dead_at IS NOT NULL`.execute(db)
}
