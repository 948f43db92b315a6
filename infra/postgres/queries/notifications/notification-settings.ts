import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import type { ReminderHours } from '@called-it/shared/game/reminders'
import type { AnnouncementKind } from '@called-it/shared/notifications/catalogue'
import { type Channel, isOnByDefault, QUIET_HOURS } from '@called-it/shared/notifications/channels'
import { type Selectable, sql } from 'kysely'
import type { Database, DatabaseTransaction } from '../../client.ts'
import type { NotificationSettingsTable } from '../../schema/outlets.ts'

/** Those that differ from the defaults. */
export async function listChoices(db: Database, userId: number) {
  return db
    .selectFrom('notification_choices')
    .select(['kind', 'channel', 'is_on as isOn'])
    .where('user_id', '=', userId)
    .execute()
}

export type Choice = { kind: AnnouncementKind; channel: Channel; is_on: boolean }

/** The last one of a channel counts. Call it with the user locked, so that no choice of a deleted profile is stored. */
export async function storeChoices(
  trx: DatabaseTransaction,
  userId: number,
  choices: readonly Choice[],
): Promise<void> {
  const last = [...new Map(choices.map((choice) => [`${choice.kind} ${choice.channel}`, choice])).values()]
  const column = (name: keyof Choice) => last.map((choice) => choice[name])
  await sql`
    DELETE FROM notification_choices
    WHERE user_id = ${userId}
      AND (kind, channel) IN (SELECT * FROM unnest(${column('kind')}::text[], ${column('channel')}::text[]))`.execute(
    trx,
  )
  const differing = last.filter(({ kind, channel, is_on }) => is_on !== isOnByDefault(kind, channel))
  if (differing.length === 0) return
  await trx
    .insertInto('notification_choices')
    .values(differing.map((choice) => ({ user_id: userId, ...choice })))
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

export type NotificationTimes = Pick<
  Selectable<NotificationSettingsTable>,
  'time_zone' | 'quiet_from' | 'quiet_until'
>

export async function getNotificationTimes(db: Database, userId: number): Promise<NotificationTimes> {
  const times = await db
    .selectFrom('notification_settings')
    .select(['time_zone', 'quiet_from', 'quiet_until'])
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return times ?? { time_zone: null, quiet_from: QUIET_HOURS.from, quiet_until: QUIET_HOURS.until }
}

/** As the fan has chosen. Call it with the user locked. */
export async function storeNotificationTimes(
  trx: DatabaseTransaction,
  userId: number,
  times: NotificationTimes,
): Promise<void> {
  const chosen = { ...times, has_chosen_zone: true }
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

/** Each zone with quiet hours that some fan has; that of fans without settings, too. */
export async function listQuietHours(db: Database): Promise<ReminderHours[]> {
  const { rows } = await sql<ReminderHours>`
    SELECT time_zone AS "timeZone", quiet_from AS "quietFrom", quiet_until AS "quietUntil" FROM notification_settings
    UNION
    SELECT NULL, ${QUIET_HOURS.from}::smallint, ${QUIET_HOURS.until}::smallint`.execute(db)
  return rows
}

const KEY_BYTES = 16
const USER_BYTES = 4
const MAC_BYTES = 12

/** Makes the keys, from which tokens follow, of users who have none. */
export async function insertUnsubscribeKeys(db: Database, userIds: readonly number[]): Promise<void> {
  const keys = userIds.map(() => randomBytes(KEY_BYTES).toString('base64url'))
  await sql`
    INSERT INTO notification_settings AS settings (user_id, unsubscribe_token)
    SELECT DISTINCT ON (users.id) users.id, given.key
    FROM unnest(${userIds}::integer[], ${keys}::text[]) AS given (id, key)
      JOIN users ON users.id = given.id AND users.deleted_at IS NULL
    ON CONFLICT (user_id) DO UPDATE SET unsubscribe_token = excluded.unsubscribe_token
      WHERE settings.unsubscribe_token IS NULL`.execute(db)
}

/** In the links of mails of a kind, the same in all of the user's. */
export function unsubscribeToken(key: string, userId: number, kind: AnnouncementKind): string {
  const user = Buffer.alloc(USER_BYTES)
  user.writeInt32BE(userId)
  const mac = createHmac('sha256', key).update(kind).digest().subarray(0, MAC_BYTES)
  return Buffer.concat([user, mac]).toString('base64url')
}

/** Null for an unknown token of 22 characters, such as that of a deleted profile, and for one of another kind. */
export async function findUserOfUnsubscribeToken(
  db: Database,
  token: string,
  kind: AnnouncementKind,
): Promise<number | null> {
  const given = Buffer.from(token)
  const settings = await db
    .selectFrom('notification_settings')
    .select(['user_id as userId', 'unsubscribe_token as key'])
    .where(({ eb, or }) =>
      or([
        eb('user_id', '=', Buffer.from(token, 'base64url').readInt32BE()),
        // Mails up to release 0.10.0 have the key itself. Their links go on to work, for every kind.
        eb('unsubscribe_token', '=', token),
      ]),
    )
    .execute()
  const isOf = ({ userId, key }: (typeof settings)[number]) =>
    key !== null &&
    (key === token || timingSafeEqual(Buffer.from(unsubscribeToken(key, userId, kind)), given))
  return settings.find(isOf)?.userId ?? null
}
