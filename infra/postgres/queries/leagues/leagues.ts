import { randomBytes } from 'node:crypto'
import type { LeagueRole } from '@called-it/shared/contract/leagues'
import { type RawBuilder, type Selectable, sql } from 'kysely'
import type { Database, DatabaseTransaction } from '../../client.ts'
import type { LeaguesTable } from '../../schema/leagues.ts'

/** A league as one of its members sees it. */
export type League = Awaited<ReturnType<typeof listLeagues>>[number]

type LeagueFields = Pick<Selectable<LeaguesTable>, 'name' | 'tour_id' | 'counts_from' | 'drop_worst'>

export const MEMBER_COUNT = sql<number>`
  (SELECT count(*)::integer FROM league_members WHERE league_members.league_id = leagues.id)`

/** Null: all shows. */
export const TOUR = sql<{ id: number; name: string } | null>`
  CASE WHEN tours.id IS NOT NULL THEN json_build_object('id', tours.id, 'name', tours.name) END`

const UNDO_INTERVAL = sql`interval '1 day'`
const DELETED_UNTIL = sql<Date | null>`leagues.deleted_at + ${UNDO_INTERVAL}`

/** The leagues of a member; deleted ones for their owner only, as long as that can be undone. */
function selectLeagues(db: Database, userId: number) {
  return db
    .selectFrom('leagues')
    .innerJoin('league_members as own', 'own.league_id', 'leagues.id')
    .leftJoin('tours', 'tours.id', 'leagues.tour_id')
    .select([
      'leagues.id',
      'leagues.name',
      TOUR.as('tour'),
      'leagues.counts_from',
      'leagues.drop_worst',
      MEMBER_COUNT.as('members'),
      leagueRole('own', sql.ref('leagues.id')).as('role'),
      'own.shows_presence',
      DELETED_UNTIL.as('deleted_until'),
    ])
    .where('own.user_id', '=', userId)
    .where(({ and, eb, or }) =>
      or([
        eb('leagues.deleted_at', 'is', null),
        and([eb('own.role', '=', 'owner'), sql<boolean>`${DELETED_UNTIL} > now()`]),
      ]),
    )
}

export async function listLeagues(db: Database, userId: number) {
  return selectLeagues(db, userId).execute()
}

/** Null for everybody but members. */
export async function findLeague(db: Database, leagueId: number, userId: number) {
  return (await selectLeagues(db, userId).where('leagues.id', '=', leagueId).executeTakeFirst()) ?? null
}

/** Serializes changes of a league and its members. Lock the user first where both are needed. */
export async function holdLeaguesForUpdate(
  trx: DatabaseTransaction,
  leagueIds: readonly number[],
): Promise<void> {
  await trx
    .selectFrom('leagues')
    .select('id')
    .where('id', '=', sql<number>`ANY(${leagueIds}::integer[])`)
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()
}

/** How many count for the limit of a user, who must be locked: deleted ones do not. */
export async function countLeagues(trx: DatabaseTransaction, userId: number): Promise<number> {
  const { count } = await trx
    .selectFrom('league_members')
    .innerJoin('leagues', 'leagues.id', 'league_members.league_id')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('user_id', '=', userId)
    .where('deleted_at', 'is', null)
    .executeTakeFirstOrThrow()
  return count
}

export async function insertLeague(
  trx: DatabaseTransaction,
  fields: LeagueFields,
  ownerId: number,
): Promise<number> {
  for (;;) {
    const row = await trx
      .insertInto('leagues')
      .values({ ...fields, ...createInvitation() })
      .onConflict((conflict) => conflict.doNothing())
      .returning('id')
      .executeTakeFirst()
    if (!row) continue
    await trx
      .insertInto('league_members')
      .values({ league_id: row.id, user_id: ownerId, role: 'owner' })
      .execute()
    return row.id
  }
}

export async function updateLeague(
  trx: DatabaseTransaction,
  leagueId: number,
  fields: LeagueFields,
): Promise<void> {
  await trx.updateTable('leagues').set(fields).where('id', '=', leagueId).execute()
}

export async function markLeagueDeleted(
  trx: DatabaseTransaction,
  leagueId: number,
  isDeleted: boolean,
): Promise<void> {
  const deletedAt: RawBuilder<Date | null> = isDeleted ? sql`coalesce(deleted_at, now())` : sql`NULL`
  await trx.updateTable('leagues').set({ deleted_at: deletedAt }).where('id', '=', leagueId).execute()
}

/** With what is left of the topics of leagues that are gone, which gateways know by then. */
export async function purgeLeagues(db: Database): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('leagues')
    .where(sql<boolean>`${DELETED_UNTIL} < now()`)
    .executeTakeFirst()
  await sql`
    DELETE FROM topic_versions
    WHERE topic LIKE 'league:%' AND changed_at < now() - ${UNDO_INTERVAL}
      AND NOT EXISTS (SELECT FROM leagues WHERE topic = 'league:' || leagues.id)`.execute(db)
  return Number(numDeletedRows)
}

/** Without the look-alikes 0, O, 1 and I. */
const CODE_CHARACTERS = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ'
const CODE_LENGTH = 6

export type Invitation = { token: string; code: string }

export function createInvitation(): Invitation {
  const code = Array.from(randomBytes(CODE_LENGTH), (byte) => CODE_CHARACTERS[byte % CODE_CHARACTERS.length])
  return { token: randomBytes(16).toString('base64url'), code: code.join('') }
}

export async function getInvitation(db: Database, leagueId: number): Promise<Invitation> {
  return db
    .selectFrom('leagues')
    .select(['token', 'code'])
    .where('id', '=', leagueId)
    .executeTakeFirstOrThrow()
}

/** @returns null where a code is taken, which happens to one of a million */
async function tryRenewInvitation(trx: DatabaseTransaction, leagueId: number): Promise<Invitation | null> {
  const { token, code } = createInvitation()
  const row = await trx
    .updateTable('leagues')
    .set({ token, code, invited_since: sql<Date>`clock_timestamp()` })
    .where('id', '=', leagueId)
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('leagues as other').select('other.id').where('other.code', '=', code))),
    )
    .returning(['token', 'code'])
    .executeTakeFirst()
  return row ?? null
}

export async function renewInvitation(trx: DatabaseTransaction, leagueId: number): Promise<Invitation> {
  for (;;) {
    const renewed = await tryRenewInvitation(trx, leagueId)
    if (renewed) return renewed
  }
}

/** Orders `league_members` joined with `users`: the first one runs the league. */
export const SUCCESSION = sql`
  users.suspended_at IS NOT NULL, role = 'owner' DESC, role = 'co-owner' DESC, joined_at, user_id`

/**
 * What a member may do: while the owner and all co-owners are suspended, the longest-standing other member is co-owner.
 * The fence makes the planner look each user up by key: for a join it reads all users of the site.
 *
 * @param member the name of `league_members` in the query
 * @param leagueId a number where the query reads many members: the first of the succession is then read once
 */
export function leagueRole(member: string, leagueId: number | RawBuilder<number>): RawBuilder<LeagueRole> {
  const role = sql.ref(`${member}.role`)
  return sql`
    CASE WHEN ${role} = 'member' AND ${sql.ref(`${member}.user_id`)} = (
      SELECT user_id FROM league_members AS other
        CROSS JOIN LATERAL (SELECT suspended_at FROM users WHERE id = other.user_id OFFSET 0) AS users
      WHERE other.league_id = ${leagueId}
      ORDER BY ${SUCCESSION} LIMIT 1
    ) THEN 'co-owner' ELSE ${role} END`
}
