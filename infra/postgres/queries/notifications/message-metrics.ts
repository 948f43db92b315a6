import { sql } from 'kysely'
import type { Database } from '../../client.ts'
import type { MessageChannel } from './message-claims.ts'

/** Per channel with open messages; the age of the oldest counts from when it was due. */
export async function listMessageMetrics(
  db: Database,
): Promise<{ channel: MessageChannel; waiting: number; oldestSeconds: number }[]> {
  const { rows } = await sql<{ channel: MessageChannel; waiting: number; oldestSeconds: number }>`
    SELECT channel, count(*) AS waiting,
      greatest(0, extract(epoch FROM clock_timestamp() - min(due_at)))::float8 AS "oldestSeconds"
    FROM messages WHERE done_at IS NULL AND due_at IS NOT NULL
    GROUP BY channel`.execute(db)
  return rows
}
