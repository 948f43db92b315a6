import { SUSPENDED_NAME } from '@called-it/shared/contract/display-name'
import type { Decision, ReportBody, ReportedThing } from '@called-it/shared/contract/moderation'
import { nameSortKey } from '@called-it/shared/game/standings'
import { sql } from 'kysely'
import type { Database, DatabaseTransaction } from '../../client.ts'
import { AVATAR_PATH, deleteAvatar } from '../accounts/avatars.ts'
import { endSessions } from '../accounts/sessions.ts'
import { deleteNameFromEvents } from '../outlets/public-events.ts'

export type ReportKind = ReportBody['kind']

/** The id of a fan or a league. */
export type Reported = { readonly kind: ReportKind; readonly id: number }

/** One user's second report of the same thing changes nothing until the first is decided. */
export async function insertReport(
  db: Database,
  { kind, id }: Reported,
  report: { userId: number; note: string | null },
): Promise<void> {
  await db
    .insertInto('reports')
    .values({
      kind,
      reported_user_id: kind === 'league' ? null : id,
      league_id: kind === 'league' ? id : null,
      user_id: report.userId,
      note: report.note,
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

const MAX_NOTES = 10

type ReportedRow = Omit<ReportedThing, 'first_at'> & { first_at: Date }

/** Things with open reports, the one that was reported first at the top; the first notes of each. */
export async function listReported(db: Database, limit: number): Promise<ReportedRow[]> {
  const { rows } = await sql<ReportedRow>`
    SELECT open.kind, open.id, coalesce(users.display_name, leagues.name) AS name,
      ${AVATAR_PATH} AS avatar_path, open.reports, open.first_at, open.notes
    FROM (
      SELECT kind, reported_user_id, league_id, coalesce(reported_user_id, league_id) AS id,
        count(*)::integer AS reports, min(created_at) AS first_at,
        coalesce((array_agg(note ORDER BY id) FILTER (WHERE note <> ''))[:${sql.lit(MAX_NOTES)}], '{}') AS notes
      FROM reports
      WHERE decided_at IS NULL
      GROUP BY kind, reported_user_id, league_id
      ORDER BY min(created_at), min(id)
      LIMIT ${limit}
    ) AS open
    LEFT JOIN users ON users.id = open.reported_user_id
    LEFT JOIN avatars ON avatars.user_id = open.reported_user_id
    LEFT JOIN leagues ON leagues.id = open.league_id
    ORDER BY open.first_at, open.kind, open.id`.execute(db)
  return rows
}

/** Names and images of fans, and leagues, with open reports. */
export async function countReported(db: Database): Promise<number> {
  const { count } = await db
    .selectFrom('reports')
    .select(sql<number>`count(DISTINCT (kind, coalesce(reported_user_id, league_id)))::integer`.as('count'))
    .where('decided_at', 'is', null)
    .executeTakeFirstOrThrow()
  return count
}

/** @returns whether there were open reports */
export async function decideReports(
  trx: DatabaseTransaction,
  { kind, id, decision, adminId }: Reported & { decision: Decision; adminId: number },
): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('reports')
    .set({ decision, decided_at: sql<Date>`now()`, decided_by: adminId })
    .where('kind', '=', kind)
    .where(sql<number>`coalesce(reported_user_id, league_id)`, '=', id)
    .where('decided_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

export async function updateLeagueName(trx: DatabaseTransaction, id: number, name: string): Promise<void> {
  await trx.updateTable('leagues').set({ name }).where('id', '=', id).execute()
}

/** Reports by a user who is deleted stay without the user and without what the user wrote. */
export async function deleteReporter(db: Database, userId: number): Promise<void> {
  await db.updateTable('reports').set({ user_id: null, note: null }).where('user_id', '=', userId).execute()
}

const MAX_SUSPENSIONS = 200

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
export async function findSuspension(db: Database, userId: number) {
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
      'suspensions.user_id',
      'suspensions.display_name',
      'suspensions.reason',
      'suspensions.created_at as suspended_at',
      'admins.display_name as suspended_by',
    ])
    .orderBy('suspensions.created_at', 'desc')
    .orderBy('suspensions.user_id', 'desc')
    .limit(MAX_SUSPENSIONS)
    .execute()
}

export async function listBlockedWords(db: Database): Promise<string[]> {
  const rows = await db.selectFrom('blocked_words').select('word').orderBy('word').execute()
  return rows.map(({ word }) => word)
}

/**
 * @param word folded
 * @returns whether it is new
 */
export async function insertBlockedWord(db: Database, word: string, adminId: number): Promise<boolean> {
  const { numInsertedOrUpdatedRows = 0n } = await db
    .insertInto('blocked_words')
    .values({ word, created_by: adminId })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  return numInsertedOrUpdatedRows > 0n
}

export async function deleteBlockedWord(db: Database, word: string): Promise<boolean> {
  const { numDeletedRows } = await db.deleteFrom('blocked_words').where('word', '=', word).executeTakeFirst()
  return numDeletedRows > 0n
}
