import { sql } from 'kysely'
import type { Database, DatabaseTransaction } from '../../client.ts'

export type PushSubscription = { endpoint: string; p256dh: string; auth: string }

export async function countPushSubscriptions(db: Database, userId: number): Promise<number> {
  const { count } = await db
    .selectFrom('push_subscriptions')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow()
  return count
}

export async function listDevices(db: Database, userId: number) {
  return db
    .selectFrom('push_subscriptions')
    .select(['id', 'endpoint', 'device_key as deviceKey', 'created_at as added_at'])
    .where('user_id', '=', userId)
    .orderBy('id')
    .execute()
}

/**
 * Stores a subscription; beyond `max` the oldest of the user are deleted. One that belongs to another
 * user is theirs no more, with what waits to be sent to it: somebody else has logged in on the device. A device has one.
 * Call it with the user locked.
 *
 * @returns whether the user had neither the subscription nor the device
 */
export async function storePushSubscription(
  trx: DatabaseTransaction,
  userId: number,
  { max, deviceKey, ...subscription }: PushSubscription & { max: number; deviceKey?: string | null },
): Promise<boolean> {
  const values = {
    ...subscription,
    user_id: userId,
    device_key: deviceKey ?? null,
    used_at: sql<Date>`now()`,
  }
  const replaced = await trx
    .deleteFrom('push_subscriptions')
    .where(({ eb, or, and }) =>
      or([
        and([eb('endpoint', '=', values.endpoint), eb('user_id', '<>', userId)]),
        and([
          eb('device_key', '=', values.device_key),
          eb('user_id', '=', userId),
          eb('endpoint', '<>', values.endpoint),
        ]),
      ]),
    )
    .returning('user_id as userId')
    .execute()
  const { isInserted } = await trx
    .insertInto('push_subscriptions')
    .values(values)
    .onConflict((conflict) => conflict.column('endpoint').doUpdateSet(values))
    .returning(sql<boolean>`old.id IS NULL`.as('isInserted'))
    .executeTakeFirstOrThrow()
  await sql`
    DELETE FROM push_subscriptions WHERE id IN (
      SELECT id FROM push_subscriptions WHERE user_id = ${userId} ORDER BY id DESC OFFSET ${max})`.execute(
    trx,
  )
  return isInserted && replaced.every((device) => device.userId !== userId)
}

export async function deleteDevice(db: Database, userId: number, id: number): Promise<void> {
  await db.deleteFrom('push_subscriptions').where('user_id', '=', userId).where('id', '=', id).execute()
}

export async function deletePushSubscription(db: Database, userId: number, endpoint: string): Promise<void> {
  await db
    .deleteFrom('push_subscriptions')
    .where('user_id', '=', userId)
    .where('endpoint', '=', endpoint)
    .execute()
}

/**
 * `gone`: the subscription has ended. `refused`: this push will never be taken. `failed`, `unreached`, `silent`: later it
 * may be; only a silent service may have taken it.
 */
export type PushOutcome = 'sent' | 'gone' | 'refused' | 'failed' | 'unreached' | 'silent'

export type DeviceOutcome = { readonly subscriptionId: number; readonly outcome: PushOutcome }

const MAX_FAILED_DAYS = 5

/** With a subscription go the messages that wait for it. */
export async function storePushOutcomes(db: Database, outcomes: readonly DeviceOutcome[]): Promise<void> {
  const of = (...kinds: PushOutcome[]) =>
    outcomes.filter(({ outcome }) => kinds.includes(outcome)).map(({ subscriptionId }) => subscriptionId)
  const ended = [
    ...of('gone'),
    ...(await countFailedDay(db, of('refused', 'failed'), { isSilent: false })),
    ...(await countFailedDay(db, of('unreached', 'silent'), { isSilent: true })),
  ]
  await markReached(db, of('sent'))
  if (ended.length > 0) await db.deleteFrom('push_subscriptions').where('id', 'in', ended).execute()
}

async function markReached(db: Database, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return
  await sql`
    UPDATE push_subscriptions SET reached_at = now(), failed_days = 0, failed_on = NULL
    WHERE id = ANY(${ids}) AND (failed_days > 0 OR reached_at IS NULL OR reached_at < now() - interval '1 hour')`.execute(
    db,
  )
}

/**
 * A host that was silent, but took pushes for other devices within these days, is away: that is no fault of the device.
 *
 * @returns those that have failed on too many days
 */
async function countFailedDay(
  db: Database,
  ids: readonly number[],
  { isSilent }: { isSilent: boolean },
): Promise<number[]> {
  if (ids.length === 0) return []
  const { rows } = await sql<{ id: number; failedDays: number }>`
    UPDATE push_subscriptions AS device
    SET failed_days = failed_days + 1, failed_on = (now() AT TIME ZONE 'UTC')::date
    WHERE id = ANY(${ids}) AND failed_on IS DISTINCT FROM (now() AT TIME ZONE 'UTC')::date
      AND NOT (${isSilent} AND EXISTS (
        SELECT FROM push_subscriptions AS other
        WHERE split_part(other.endpoint, '/', 3) = split_part(device.endpoint, '/', 3) AND other.id <> device.id
          AND other.reached_at > now() - make_interval(days => ${MAX_FAILED_DAYS})))
    RETURNING id, failed_days AS "failedDays"`.execute(db)
  return rows.filter(({ failedDays }) => failedDays >= MAX_FAILED_DAYS).map(({ id }) => id)
}

/** Hosts that took a push within a day. */
export async function listAnsweringHosts(db: Database): Promise<string[]> {
  const { rows } = await sql<{ host: string }>`
    SELECT DISTINCT split_part(endpoint, '/', 3) AS host FROM push_subscriptions
    WHERE reached_at > now() - interval '1 day'`.execute(db)
  return rows.map(({ host }) => host)
}
