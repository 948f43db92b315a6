import { sql } from 'kysely'
import type { DatabaseTransaction } from '../../client.ts'
import { findFact, putFact } from './installation-facts.ts'

/** `webhook` is null for the private key that signs pushes. */
export type StoredSecret = { readonly webhook: { id: number; name: string } | null; readonly value: string }

/** All of them. Those of webhooks stay as they are until the end of the transaction. */
export async function lockStoredSecrets(trx: DatabaseTransaction): Promise<StoredSecret[]> {
  const webhooks = await trx
    .selectFrom('webhooks')
    .select(['id', 'name', 'secret'])
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()
  const vapid = await findFact(trx, 'vapid-keys')
  return [
    ...(vapid ? [{ webhook: null, value: vapid.privateKey }] : []),
    ...webhooks.map(({ secret, ...webhook }) => ({ webhook, value: secret })),
  ]
}

export async function updateStoredSecrets(
  trx: DatabaseTransaction,
  secrets: readonly StoredSecret[],
): Promise<void> {
  const ofWebhooks = secrets.filter(({ webhook }) => webhook !== null)
  await sql`
    UPDATE webhooks SET secret = changed.value
    FROM unnest(${ofWebhooks.map(({ webhook }) => webhook?.id)}::integer[],
      ${ofWebhooks.map(({ value }) => value)}::text[]) AS changed (id, value)
    WHERE webhooks.id = changed.id`.execute(trx)
  const privateKey = secrets.find(({ webhook }) => webhook === null)?.value
  const vapid = await findFact(trx, 'vapid-keys')
  if (vapid && privateKey !== undefined) await putFact(trx, 'vapid-keys', { ...vapid, privateKey })
}

/**
 * The next use makes another pair, with which no device has subscribed.
 *
 * @returns how many devices have to subscribe again
 */
export async function deleteVapidKeys(trx: DatabaseTransaction): Promise<number> {
  await trx.deleteFrom('installation_facts').where('name', '=', 'vapid-keys').execute()
  const { numDeletedRows } = await trx.deleteFrom('push_subscriptions').executeTakeFirst()
  return Number(numDeletedRows)
}
