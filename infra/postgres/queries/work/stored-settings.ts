import { type SettingName, settingName } from '@called-it/shared/contract/installation-settings'
import { sql } from 'kysely'
import type { Database, DatabaseTransaction } from '../../client.ts'

/** What programs listen to. */
export const STORED_SETTINGS_CHANNEL = 'stored-settings'

/** By name, as they are stored: secrets are encrypted. Names that only a later release knows are left out. */
export type StoredSettings = ReadonlyMap<SettingName, string>

/** `restartAskedAt` is null, or when an admin asked the programs to start again. */
export async function readStoredSettings(
  db: Database,
): Promise<{ stored: StoredSettings; restartAskedAt: Date | null }> {
  const rows = await db
    .selectFrom('settings')
    .leftJoin('stored_settings', (join) => join.onTrue())
    .select(['name', 'value', 'restart_asked_at as restartAskedAt'])
    .orderBy('name')
    .execute()
  const stored = rows.flatMap(({ name, value }) => {
    const known = settingName.safeParse(name).data
    return known === undefined || value === null ? [] : [[known, value] as const]
  })
  return { stored: new Map(stored), restartAskedAt: rows[0]?.restartAskedAt ?? null }
}

/** One change at a time, so that each is checked together with the one before. */
export async function readStoredSettingsForUpdate(trx: DatabaseTransaction): Promise<StoredSettings> {
  await trx.selectFrom('settings').select('only_row').forUpdate().executeTakeFirstOrThrow()
  return (await readStoredSettings(trx)).stored
}

/** Null deletes. All programs are told once the transaction is committed. */
export async function storeSettings(
  trx: DatabaseTransaction,
  changes: ReadonlyMap<SettingName, string | null>,
): Promise<void> {
  const kept = [...changes].flatMap(([name, value]) => (value === null ? [] : [{ name, value }]))
  const dropped = [...changes].flatMap(([name, value]) => (value === null ? [name] : []))
  if (dropped.length > 0) await trx.deleteFrom('stored_settings').where('name', 'in', dropped).execute()
  if (kept.length > 0) {
    await trx
      .insertInto('stored_settings')
      .values(kept)
      .onConflict((conflict) =>
        conflict
          .column('name')
          .doUpdateSet({ value: (eb) => eb.ref('excluded.value'), changed_at: sql`now()` }),
      )
      .execute()
  }
  await notifyPrograms(trx)
}

export async function askForRestart(trx: DatabaseTransaction): Promise<Date> {
  const { askedAt } = await trx
    .updateTable('settings')
    .set({ restart_asked_at: sql`now()` })
    .returning('restart_asked_at as askedAt')
    .$narrowType<{ askedAt: Date }>()
    .executeTakeFirstOrThrow()
  await notifyPrograms(trx)
  return askedAt
}

async function notifyPrograms(trx: DatabaseTransaction): Promise<void> {
  await sql`SELECT pg_notify(${STORED_SETTINGS_CHANNEL}, '')`.execute(trx)
}
