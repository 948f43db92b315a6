import type { ReminderHours } from '@called-it/shared/game/reminders'
import { QUIET_HOURS } from '@called-it/shared/notifications/channels'
import { sql } from 'kysely'
import type { Database } from '../../client.ts'

/** Each zone with quiet hours that some fan has; that of fans without settings, too. */
export async function listQuietHours(db: Database): Promise<ReminderHours[]> {
  const { rows } = await sql<ReminderHours>`
    SELECT time_zone AS "timeZone", quiet_from AS "quietFrom", quiet_until AS "quietUntil" FROM notification_settings
    UNION
    SELECT NULL, ${QUIET_HOURS.from}::smallint, ${QUIET_HOURS.until}::smallint`.execute(db)
  return rows
}
