import { sql } from 'kysely'
import type { Database } from '../../client.ts'

/** `gone`: the subscription has ended. `refused`: this push will never be taken. `failed`, `silent`: later it may be. */
export type PushOutcome = 'sent' | 'gone' | 'refused' | 'failed' | 'silent'

const MAX_FAILED_DAYS = 5

/** With a subscription go the messages that wait for it: call it with none of them locked. */
export async function storePushOutcome(
  db: Database,
  { subscriptionId: id, outcome }: { subscriptionId: number; outcome: PushOutcome },
): Promise<void> {
  if (outcome === 'sent') return markReached(db, id)
  if (outcome !== 'gone' && (await countFailedDay(db, id, outcome)) < MAX_FAILED_DAYS) return
  await db.deleteFrom('push_subscriptions').where('id', '=', id).execute()
}

async function markReached(db: Database, id: number): Promise<void> {
  await sql`
    UPDATE push_subscriptions SET reached_at = now(), failed_days = 0, failed_on = NULL
    WHERE id = ${id} AND (failed_days > 0 OR reached_at IS NULL OR reached_at < now() - interval '1 hour')`.execute(
    db,
  )
}

/** A host that was silent, but took pushes for other devices within these days, is away: that is no fault of the device. */
async function countFailedDay(db: Database, id: number, outcome: PushOutcome): Promise<number> {
  const { rows } = await sql<{ failedDays: number }>`
    UPDATE push_subscriptions AS device
    SET failed_days = failed_days + 1, failed_on = (now() AT TIME ZONE 'UTC')::date
    WHERE id = ${id} AND failed_on IS DISTINCT FROM (now() AT TIME ZONE 'UTC')::date
      AND NOT (${outcome === 'silent'} AND EXISTS (
        SELECT FROM push_subscriptions AS other
        WHERE split_part(other.endpoint, '/', 3) = split_part(device.endpoint, '/', 3) AND other.id <> device.id
          AND other.reached_at > now() - make_interval(days => ${MAX_FAILED_DAYS})))
    RETURNING failed_days AS "failedDays"`.execute(db)
  return rows[0]?.failedDays ?? 0
}
