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

/**
 * Stores a subscription; beyond `max` the oldest of the user are deleted. One that belongs to another
 * user is theirs no more, with what waits to be sent to it: somebody else has logged in on the device. Call it with the
 * user locked.
 */
export async function storePushSubscription(
  trx: DatabaseTransaction,
  userId: number,
  { endpoint, p256dh, auth, max }: PushSubscription & { max: number },
): Promise<void> {
  await trx
    .deleteFrom('push_subscriptions')
    .where('endpoint', '=', endpoint)
    .where('user_id', '<>', userId)
    .execute()
  await trx
    .insertInto('push_subscriptions')
    .values({ user_id: userId, endpoint, p256dh, auth })
    .onConflict((conflict) => conflict.column('endpoint').doUpdateSet({ user_id: userId, p256dh, auth }))
    .execute()
  await sql`
    DELETE FROM push_subscriptions WHERE id IN (
      SELECT id FROM push_subscriptions WHERE user_id = ${userId} ORDER BY id DESC OFFSET ${max})`.execute(
    trx,
  )
}

export async function deletePushSubscription(db: Database, userId: number, endpoint: string): Promise<void> {
  await db
    .deleteFrom('push_subscriptions')
    .where('user_id', '=', userId)
    .where('endpoint', '=', endpoint)
    .execute()
}
