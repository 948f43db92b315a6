import { randomBytes } from 'node:crypto'
import type { LeagueRole } from '@called-it/shared/contract/leagues'
import type { LeagueOptions } from '@called-it/shared/game/leagues'
import { type RawBuilder, sql } from 'kysely'
import type { Database, DatabaseTransaction } from '../../client.ts'

/** A league as one of its members sees it. */
export type League = {
  id: number
  name: string
  tour: { id: number; name: string } | null
  countsFrom: LeagueOptions['counts_from']
  dropWorst: number
  members: number
  role: LeagueRole
  showsPresence: boolean
  /** Null unless it is deleted. */
  deletedUntil: Date | null
}

export type LeagueFields = Pick<League, 'name' | 'countsFrom' | 'dropWorst'> & { tourId: number | null }

export const MEMBER_COUNT = sql<number>`
  (SELECT count(*)::integer FROM league_members WHERE league_members.league_id = leagues.id)`

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
      'tours.id as tourId',
      'tours.name as tourName',
      'leagues.counts_from as countsFrom',
      'leagues.drop_worst as dropWorst',
      MEMBER_COUNT.as('members'),
      leagueRole('own', sql.ref('leagues.id')).as('role'),
      'own.shows_presence as showsPresence',
      DELETED_UNTIL.as('deletedUntil'),
    ])
    .where('own.user_id', '=', userId)
    .where(({ and, eb, or }) =>
      or([
        eb('leagues.deleted_at', 'is', null),
        and([eb('own.role', '=', 'owner'), sql<boolean>`${DELETED_UNTIL} > now()`]),
      ]),
    )
}

type LeagueRow = Omit<League, 'tour'> & { tourId: number | null; tourName: string | null }

function withTour({ tourId, tourName, ...league }: LeagueRow): League {
  return { ...league, tour: tourId === null || tourName === null ? null : { id: tourId, name: tourName } }
}

export async function listLeagues(db: Database, userId: number): Promise<League[]> {
  return (await selectLeagues(db, userId).execute()).map(withTour)
}

/** Null for everybody but members. */
export async function findLeague(db: Database, leagueId: number, userId: number): Promise<League | null> {
  const row = await selectLeagues(db, userId).where('leagues.id', '=', leagueId).executeTakeFirst()
  return row ? withTour(row) : null
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
      .values({ ...columnsOf(fields), ...createInvitation() })
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
  await trx.updateTable('leagues').set(columnsOf(fields)).where('id', '=', leagueId).execute()
}

function columnsOf({ name, tourId, countsFrom, dropWorst }: LeagueFields) {
  return { name, tour_id: tourId, counts_from: countsFrom, drop_worst: dropWorst }
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
