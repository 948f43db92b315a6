import { SUSPENDED_NAME } from '@called-it/shared/contract/display-name'
import { nameSortKey } from '@called-it/shared/game/standings'
import { sql } from 'kysely'
import type { Database, DatabaseTransaction } from '../../client.ts'
import { deleteAvatar } from '../accounts/avatars.ts'
import { endSessions } from '../accounts/sessions.ts'
import { deleteNameFromEvents } from '../outlets/public-events.ts'

const MAX_LISTED = 200

/**
 * Puts name, switch and image of a user aside, in place of which all queries find those of a suspended one, and ends
 * the sessions, with keys and devices. The user's row has to be locked.
 *
 * @returns false if the user is suspended already
 */
export async function insertSuspension(
  trx: DatabaseTransaction,
  { userId, reason, adminId }: { userId: number; reason: string; adminId: number },
): Promise<boolean> {
  const { numInsertedOrUpdatedRows = 0n } = await trx
    .insertInto('suspensions')
    .columns(['user_id', 'reason', 'display_name', 'shows_picks', 'image_hash', 'image', 'suspended_by'])
    .expression(
      trx
        .selectFrom('users')
        .leftJoin('avatars', 'avatars.user_id', 'users.id')
        .select([
          'users.id',
          sql<string>`${reason}::text`.as('reason'),
          'users.display_name',
          'users.shows_picks',
          'avatars.content_hash',
          'avatars.webp',
          sql<number>`${adminId}::integer`.as('suspended_by'),
        ])
        .where('users.id', '=', userId),
    )
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  if (numInsertedOrUpdatedRows === 0n) return false
  await deleteNameFromEvents(trx, userId, SUSPENDED_NAME)
  // A login, and an upload, that overlap this wait for the row and then fail.
  await trx
    .updateTable('users')
    .set({
      display_name: SUSPENDED_NAME,
      sort_name: nameSortKey(SUSPENDED_NAME),
      shows_picks: false,
      suspended_at: sql<Date>`now()`,
    })
    .where('id', '=', userId)
    .execute()
  await deleteAvatar(trx, userId)
  await endSessions(trx, userId)
  return true
}

/**
 * Gives back what was put aside. The user's row has to be locked.
 *
 * @returns false if the user is not suspended
 */
export async function liftSuspension(trx: DatabaseTransaction, userId: number): Promise<boolean> {
  const held = await trx
    .deleteFrom('suspensions')
    .where('user_id', '=', userId)
    .returning(['display_name', 'shows_picks', 'image_hash', 'image'])
    .executeTakeFirst()
  if (!held) return false
  const { image, image_hash: contentHash, ...shown } = held
  await trx
    .updateTable('users')
    .set({ ...shown, sort_name: nameSortKey(shown.display_name), suspended_at: null })
    .where('id', '=', userId)
    .execute()
  if (image && contentHash !== null) {
    await trx
      .insertInto('avatars')
      .values({ user_id: userId, content_hash: contentHash, webp: image })
      .execute()
  }
  return true
}

/** With the user's own name; null for a user who is not suspended. */
export async function findSuspension(
  db: Database,
  userId: number,
): Promise<{ reason: string; displayName: string } | null> {
  const row = await db
    .selectFrom('suspensions')
    .select(['reason', 'display_name as displayName'])
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return row ?? null
}

/** The newest first, with their own names. */
export async function listSuspensions(db: Database) {
  return db
    .selectFrom('suspensions')
    .leftJoin('users as admins', (join) =>
      join.onRef('admins.id', '=', 'suspended_by').on('admins.deleted_at', 'is', null),
    )
    .select([
      'suspensions.user_id as userId',
      'suspensions.display_name as displayName',
      'suspensions.reason',
      'suspensions.created_at as suspendedAt',
      'admins.display_name as suspendedBy',
    ])
    .orderBy('suspensions.created_at', 'desc')
    .orderBy('suspensions.user_id', 'desc')
    .limit(MAX_LISTED)
    .execute()
}
