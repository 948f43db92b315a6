import { sql } from 'kysely'
import type { Database, DatabaseTransaction } from '../../client.ts'

/** How long a device gets pushes without a visit of its browser, whose session may have expired. */
const MAX_UNUSED_DAYS = 90

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
    .select(['id', 'endpoint', 'device_key as deviceKey', 'created_at as createdAt'])
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

export async function deleteUnusedDevices(db: Database): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('push_subscriptions')
    .where('used_at', '<', sql<Date>`now() - make_interval(days => ${MAX_UNUSED_DAYS})`)
    .executeTakeFirst()
  return Number(numDeletedRows)
}

export async function deletePushSubscription(db: Database, userId: number, endpoint: string): Promise<void> {
  await db
    .deleteFrom('push_subscriptions')
    .where('user_id', '=', userId)
    .where('endpoint', '=', endpoint)
    .execute()
}
