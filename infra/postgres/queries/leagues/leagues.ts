import type { LeagueRole } from '@called-it/shared/contract/leagues'
import type { LeagueOptions } from '@called-it/shared/game/leagues'
import { type RawBuilder, sql } from 'kysely'
import type { Database, DatabaseTransaction } from '../../client.ts'
import { createInvitation } from './invitations.ts'
import { leagueRole } from './league-roles.ts'

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
