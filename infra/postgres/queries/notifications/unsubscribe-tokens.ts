import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import type { AnnouncementKind } from '@called-it/shared/notifications/catalogue'
import { sql } from 'kysely'
import type { Database } from '../../client.ts'

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
