import { topics } from '@called-it/shared/contract/events'
import type { RegistrationMode } from '@called-it/shared/contract/site'
import { sql } from 'kysely'
import type { Database, DatabaseTransaction } from '../../client.ts'

export type Settings = {
  testModeEnabled: boolean
  siteOverlayEnabled: boolean
  /** Absent: as it is. */
  registration?: RegistrationMode
}

function selectSettings(db: Database) {
  return db
    .selectFrom('settings')
    .leftJoin('topic_versions', (join) => join.on('topic_versions.topic', '=', topics.settings))
    .select([
      'settings.test_mode_enabled as testModeEnabled',
      'settings.site_overlay_enabled as siteOverlayEnabled',
      'settings.registration',
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
      ...(settings.registration && { registration: settings.registration }),
    })
    .execute()
}

/** Who may sign up, as an admin has chosen, with the code of the admins' link; null: not chosen, not made. */
export async function getRegistration(db: Database) {
  return db
    .selectFrom('settings')
    .select(['registration as mode', 'registration_code as code'])
    .executeTakeFirstOrThrow()
}

export async function updateRegistrationCode(db: Database, code: string | null): Promise<void> {
  await db.updateTable('settings').set({ registration_code: code }).execute()
}
