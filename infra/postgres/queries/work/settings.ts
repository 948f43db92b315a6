import { topics } from '@called-it/shared/contract/live'
import { sql } from 'kysely'
import type { Database, DatabaseTransaction } from '../../client.ts'

/** The two public switches. */
export type Settings = { testModeEnabled: boolean; siteOverlayEnabled: boolean }

/** The switches with the version of their live topic. */
export type VersionedSettings = Settings & { version: number }

function selectSettings(db: Database) {
  return db
    .selectFrom('settings')
    .leftJoin('topic_versions', (join) => join.on('topic_versions.topic', '=', topics.settings))
    .select([
      'settings.test_mode_enabled as testModeEnabled',
      'settings.site_overlay_enabled as siteOverlayEnabled',
      sql<number>`coalesce(topic_versions.version, 0)`.as('version'),
    ])
}

/** The switches as they stand. */
export async function getSettings(db: Database): Promise<VersionedSettings> {
  return selectSettings(db).executeTakeFirstOrThrow()
}

/** The switches, which only this transaction changes from now on. */
export async function lockSettings(trx: DatabaseTransaction): Promise<VersionedSettings> {
  // Read after the lock is had: a row that was waited for would come with the version from before the wait.
  await trx.selectFrom('settings').select('only_row').forUpdate().executeTakeFirstOrThrow()
  return getSettings(trx)
}

/** Sets both switches. Add the topic `settings` to the transaction's topics. */
export async function updateSettings(trx: DatabaseTransaction, settings: Settings): Promise<void> {
  await trx
    .updateTable('settings')
    .set({
      test_mode_enabled: settings.testModeEnabled,
      site_overlay_enabled: settings.siteOverlayEnabled,
    })
    .execute()
}
