import { sql } from 'kysely'
import type { Database } from '../../client.ts'

/** `webhook` is a name; null for the private key that signs pushes. */
export type StoredSecret = { readonly webhook: string | null; readonly value: string }

export async function listStoredSecrets(db: Database): Promise<StoredSecret[]> {
  const { rows } = await sql<StoredSecret>`
    SELECT name AS webhook, secret AS value FROM webhooks
    UNION ALL
    SELECT NULL, value ->> 'privateKey' FROM installation_facts WHERE name = 'vapid-keys'
    ORDER BY webhook`.execute(db)
  return rows
}

/** A secret that was renewed meanwhile stays: no two have one value. */
export async function replaceStoredSecrets(
  db: Database,
  secrets: readonly StoredSecret[],
  replace: (secret: StoredSecret) => string,
): Promise<void> {
  if (secrets.length === 0) return
  const changes = secrets.map((secret) => ({ before: secret.value, after: replace(secret) }))
  await sql`
    WITH changed AS (
      SELECT * FROM jsonb_to_recordset(${JSON.stringify(changes)}::jsonb) AS changed (before text, after text)
    ), webhook AS (
      UPDATE webhooks SET secret = after FROM changed WHERE secret = before
    )
    UPDATE installation_facts SET value = jsonb_set(value, '{privateKey}', to_jsonb(after))
    FROM changed WHERE name = 'vapid-keys' AND value ->> 'privateKey' = before`.execute(db)
}

/**
 * The next use makes another pair, with which no device has subscribed.
 *
 * @returns how many devices have to subscribe again
 */
export async function deleteVapidKeys(db: Database): Promise<number> {
  const { numDeletedRows } = await db
    .with('deleted', (trx) => trx.deleteFrom('installation_facts').where('name', '=', 'vapid-keys'))
    .deleteFrom('push_subscriptions')
    .executeTakeFirst()
  return Number(numDeletedRows)
}
