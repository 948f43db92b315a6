import type { AnnouncementKind } from '@called-it/shared/notifications/catalogue'
import { type Channel, isOnByDefault, QUIET_HOURS } from '@called-it/shared/notifications/channels'
import type { Database, DatabaseTransaction } from '../../client.ts'

export type Choice = { kind: string; channel: Channel; isOn: boolean }

/** Those that differ from the defaults. */
export async function listChoices(db: Database, userId: number): Promise<Choice[]> {
  return db
    .selectFrom('notification_choices')
    .select(['kind', 'channel', 'is_on as isOn'])
    .where('user_id', '=', userId)
    .execute()
}

/** Call it with the user locked, so that no choice of a deleted profile is stored. */
export async function storeChoice(
  trx: DatabaseTransaction,
  userId: number,
  { kind, channel, isOn }: { kind: AnnouncementKind; channel: Channel; isOn: boolean },
): Promise<void> {
  if (isOn === isOnByDefault(kind, channel)) {
    await trx
      .deleteFrom('notification_choices')
      .where('user_id', '=', userId)
      .where('kind', '=', kind)
      .where('channel', '=', channel)
      .execute()
    return
  }
  await trx
    .insertInto('notification_choices')
    .values({ user_id: userId, kind, channel, is_on: isOn })
    .onConflict((conflict) => conflict.columns(['user_id', 'kind', 'channel']).doUpdateSet({ is_on: isOn }))
    .execute()
}

/** Users who have chosen keep what they chose. */
export async function turnMailsOff(
  db: Database,
  userIds: readonly number[],
  kind: AnnouncementKind,
): Promise<void> {
  await db
    .insertInto('notification_choices')
    .values(userIds.map((user_id) => ({ user_id, kind, channel: 'mail' as const, is_on: false })))
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

export type NotificationTimes = { timeZone: string | null; quietFrom: number; quietUntil: number }

export async function getNotificationTimes(db: Database, userId: number): Promise<NotificationTimes> {
  const times = await db
    .selectFrom('notification_settings')
    .select(['time_zone as timeZone', 'quiet_from as quietFrom', 'quiet_until as quietUntil'])
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return times ?? { timeZone: null, quietFrom: QUIET_HOURS.from, quietUntil: QUIET_HOURS.until }
}

/** As the fan has chosen. Call it with the user locked. */
export async function storeNotificationTimes(
  trx: DatabaseTransaction,
  userId: number,
  { timeZone, quietFrom, quietUntil }: NotificationTimes,
): Promise<void> {
  const chosen = {
    time_zone: timeZone,
    has_chosen_zone: true,
    quiet_from: quietFrom,
    quiet_until: quietUntil,
  }
  await trx
    .insertInto('notification_settings')
    .values({ user_id: userId, ...chosen })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet(chosen))
    .execute()
}

/** Unless the fan has chosen one. Call it with the user locked. */
export async function storeNotedTimeZone(
  trx: DatabaseTransaction,
  userId: number,
  timeZone: string,
): Promise<void> {
  await trx
    .insertInto('notification_settings')
    .values({ user_id: userId, time_zone: timeZone })
    .onConflict((conflict) =>
      conflict
        .column('user_id')
        .doUpdateSet({ time_zone: timeZone })
        .where('notification_settings.has_chosen_zone', '=', false),
    )
    .execute()
}
