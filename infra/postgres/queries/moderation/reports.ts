import type { Decision, ReportBody } from '@called-it/shared/contract/moderation'
import { sql } from 'kysely'
import type { Database, DatabaseTransaction } from '../../client.ts'

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

export type ReportedRow = Reported & {
  name: string
  avatarHash: string | null
  reports: number
  firstAt: Date
  notes: string[]
}

/** Things with open reports, the one that was reported first at the top; the first notes of each. */
export async function listReported(db: Database, limit: number): Promise<ReportedRow[]> {
  const { rows } = await sql<ReportedRow>`
    SELECT open.kind, open.id, coalesce(users.display_name, leagues.name) AS name,
      avatars.content_hash AS "avatarHash", open.reports, open."firstAt", open.notes
    FROM (
      SELECT kind, reported_user_id, league_id, coalesce(reported_user_id, league_id) AS id,
        count(*)::integer AS reports, min(created_at) AS "firstAt",
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
    ORDER BY open."firstAt", open.kind, open.id`.execute(db)
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
