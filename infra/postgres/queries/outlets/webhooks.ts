import { randomBytes } from 'node:crypto'
import type { WebhookFormat } from '@called-it/shared/contract/webhooks'
import type { PublicEventKind } from '@called-it/shared/outlets/public-events'
import { sql } from 'kysely'
import { encryptSecret } from '../../../secrets/encrypted-secret.ts'
import type { SettingsKeys } from '../../../secrets/settings-keys.ts'
import type { Database, DatabaseTransaction } from '../../client.ts'

export type WebhookChoices = {
  readonly name: string
  readonly format: WebhookFormat
  readonly kinds: PublicEventKind[]
  readonly has_spoilers: boolean
}

/** As Standard Webhooks writes it. */
export const newWebhookSecret = () => `whsec_${randomBytes(32).toString('base64')}`

export type WebhookRow = Awaited<ReturnType<typeof listWebhooks>>[number]

/** With how many deliveries are open, and why the oldest of them has not arrived. */
export async function listWebhooks(db: Database) {
  return db
    .selectFrom('webhooks')
    .select((eb) => {
      const open = eb
        .selectFrom('webhook_deliveries')
        .whereRef('webhook_id', '=', 'webhooks.id')
        .where('delivered_at', 'is', null)
      return [
        ...(['id', 'name', 'url', 'format', 'kinds', 'has_spoilers', 'created_at'] as const),
        ...(['failing_since', 'disabled_at'] as const),
        open.select(sql<number>`count(*)::integer`.as('open')).$asScalar().as('open'),
        open.select('last_error').orderBy('id').limit(1).as('last_error'),
      ]
    })
    .orderBy('id')
    .execute()
}

/** Stores its secret encrypted. */
export async function insertWebhook(
  trx: DatabaseTransaction,
  keys: SettingsKeys,
  webhook: WebhookChoices & { url: string; created_by: number },
): Promise<{ id: number; secret: string }> {
  const secret = newWebhookSecret()
  const { id } = await trx
    .insertInto('webhooks')
    .values({ ...webhook, secret: encryptSecret(keys, secret) })
    .returning('id')
    .executeTakeFirstOrThrow()
  return { id, secret }
}

/**
 * The three days of failures begin anew with another address, and when it is enabled.
 *
 * @returns its address as it is now; null without a webhook
 */
export async function updateWebhook(
  trx: DatabaseTransaction,
  id: number,
  { isEnabled, url, ...choices }: WebhookChoices & { url: string | undefined; isEnabled: boolean },
): Promise<string | null> {
  const row = await trx
    .updateTable('webhooks')
    .set({
      ...choices,
      ...(url === undefined ? {} : { url }),
      failing_since: sql<Date | null>`
        CASE WHEN disabled_at IS NULL AND url = ${url ?? sql.ref('url')} THEN failing_since END`,
      disabled_at: isEnabled ? null : sql<Date>`coalesce(disabled_at, now())`,
    })
    .where('id', '=', id)
    .returning('url')
    .executeTakeFirst()
  return row?.url ?? null
}

/** @returns null without a webhook */
export async function renewSecret(
  trx: DatabaseTransaction,
  keys: SettingsKeys,
  id: number,
): Promise<{ name: string; secret: string } | null> {
  const secret = newWebhookSecret()
  const row = await trx
    .updateTable('webhooks')
    .set({ secret: encryptSecret(keys, secret) })
    .where('id', '=', id)
    .returning('name')
    .executeTakeFirst()
  return row ? { name: row.name, secret } : null
}

/** @returns its name; null without a webhook */
export async function deleteWebhook(trx: DatabaseTransaction, id: number): Promise<string | null> {
  const row = await trx.deleteFrom('webhooks').where('id', '=', id).returning('name').executeTakeFirst()
  return row?.name ?? null
}

export async function webhookExists(db: Database, id: number): Promise<boolean> {
  return (await db.selectFrom('webhooks').select('id').where('id', '=', id).executeTakeFirst()) !== undefined
}
