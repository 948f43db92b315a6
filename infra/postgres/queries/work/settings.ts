import { topics } from '@called-it/shared/contract/events'
import { sql } from 'kysely'
import type { Database, DatabaseTransaction } from '../../client.ts'

export type Settings = { testModeEnabled: boolean; siteOverlayEnabled: boolean }

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

export async function getSettings(db: Database) {
  return selectSettings(db).executeTakeFirstOrThrow()
}

export async function getSettingsForUpdate(trx: DatabaseTransaction) {
  // Read after taking the lock: the locking query would return the version from before the wait.
  await trx.selectFrom('settings').select('only_row').forUpdate().executeTakeFirstOrThrow()
  return getSettings(trx)
}

/** Add the topic `settings`. */
export async function updateSettings(trx: DatabaseTransaction, settings: Settings): Promise<void> {
  await trx
    .updateTable('settings')
    .set({
      test_mode_enabled: settings.testModeEnabled,
      site_overlay_enabled: settings.siteOverlayEnabled,
    })
    .execute()
}
