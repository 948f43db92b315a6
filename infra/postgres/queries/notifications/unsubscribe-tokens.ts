import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import type { AnnouncementKind } from '@called-it/shared/notifications/catalogue'
import { sql } from 'kysely'
import type { Database } from '../../client.ts'

const KEY_BYTES = 16
const USER_BYTES = 4
const MAC_BYTES = 12

/** In the links of mails of a kind, the same in all of the user's. The key that it follows from is made for the first. */
export async function readUnsubscribeToken(
  db: Database,
  userId: number,
  kind: AnnouncementKind,
): Promise<string> {
  const newKey = randomBytes(KEY_BYTES).toString('base64url')
  const { rows } = await sql<{ key: string }>`
    INSERT INTO notification_settings AS settings (user_id, unsubscribe_token) VALUES (${userId}, ${newKey})
    ON CONFLICT (user_id) DO UPDATE
      SET unsubscribe_token = coalesce(settings.unsubscribe_token, excluded.unsubscribe_token)
    RETURNING unsubscribe_token AS key`.execute(db)
  return tokenOf(rows[0]?.key ?? newKey, userId, kind)
}

function tokenOf(key: string, userId: number, kind: AnnouncementKind): string {
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
    key !== null && (key === token || timingSafeEqual(Buffer.from(tokenOf(key, userId, kind)), given))
  return settings.find(isOf)?.userId ?? null
}
