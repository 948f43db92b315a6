import { day, instant, localTime } from '@called-it/shared/contract/fields'
import { SECRET_SETTINGS } from '@called-it/shared/contract/installation-settings'
import { sql } from 'kysely'
import { z } from 'zod'
import type { Database } from '../../client.ts'

const facts = {
  /** The first day of the demo, `YYYY-MM-DD`: all its dates depend on it. */
  'demo-anchor': day,
  'demo-loaded': z.literal(true),
  /** In the ids of feed entries and calendar events, so that no two installations share one. */
  'feed-id': z.uuid(),
  /** Picks that were locked before have no root. */
  'roots-since': instant,
  /** With another pair no subscription of a device works any more. The private one is encrypted. */
  'vapid-keys': z.object({ publicKey: z.string(), privateKey: z.string() }),
  /** From the band profile; the locks of all upcoming shows were computed with it. */
  schedule: z.object({
    startsLocal: localTime,
    graceMinutes: z.int(),
    // Releases before 0.16.0 stored none.
    zone: z.string().nullable().default(null),
  }),
  /** `ZONE_RULES` of the release that computed them. */
  'zone-rules': z.int(),
} as const satisfies Record<string, z.ZodType>

export type FactName = keyof typeof facts
export type Fact<N extends FactName> = z.output<(typeof facts)[N]>

const schemas: { [N in FactName]: z.ZodType<Fact<N>> } = facts

export async function findFact<N extends FactName>(db: Database, name: N): Promise<Fact<N> | null> {
  const fact = await db
    .selectFrom('installation_facts')
    .select('value')
    .where('name', '=', name)
    .executeTakeFirst()
  return fact ? schemas[name].parse(fact.value) : null
}

/** Inserts a fact unless it exists, and returns the stored one. */
export async function insertFact<N extends FactName>(
  db: Database,
  name: N,
  value: Fact<N>,
): Promise<Fact<N>> {
  await db
    .insertInto('installation_facts')
    .values({ name, value: JSON.stringify(schemas[name].parse(value)) })
    .onConflict((conflict) => conflict.column('name').doNothing())
    .execute()
  return (await findFact(db, name)) ?? value
}

/** Also stores a changed fact. */
export async function putFact<N extends FactName>(db: Database, name: N, value: Fact<N>): Promise<void> {
  const stored = { value: JSON.stringify(schemas[name].parse(value)) }
  await db
    .insertInto('installation_facts')
    .values({ name, ...stored })
    .onConflict((conflict) => conflict.column('name').doUpdateSet(stored))
    .execute()
}

/** `name` is that of the webhook or setting. */
export type StoredSecret = {
  readonly of: 'webhook' | 'setting' | 'pushes'
  readonly name: string
  readonly value: string
}

export async function listStoredSecrets(db: Database): Promise<StoredSecret[]> {
  const { rows } = await sql<StoredSecret>`
    SELECT 'webhook' AS of, name, secret AS value FROM webhooks
    UNION ALL
    SELECT 'setting', name, value FROM stored_settings WHERE name = ANY (${SECRET_SETTINGS})
    UNION ALL
    SELECT 'pushes', name, value ->> 'privateKey' FROM installation_facts WHERE name = 'vapid-keys'
    ORDER BY of, name`.execute(db)
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
    ), setting AS (
      UPDATE stored_settings SET value = after FROM changed WHERE value = before
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
