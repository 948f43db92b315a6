import { GLOBAL_BOARD } from '@called-it/shared/contract/leaderboards'
import type { LeagueMember, LeaguePart } from '@called-it/shared/contract/leagues'
import type { Picks } from '@called-it/shared/game/setlist'
import { type RawBuilder, sql } from 'kysely'
import type { Database } from '../../client.ts'
import { IS_TONIGHT, LOCKS_AT, PICKS_ARE_PUBLIC } from '../catalogue/shows.ts'
import { NAMED_PLAYER } from '../players/players.ts'
import { withPicks } from '../predictions/predictions.ts'
import { type League, leagueRole } from './leagues.ts'

/** What the place of a member follows from, see `LeagueFacts` of shared/game. */
type MemberRow = Omit<LeagueMember, 'joined_at'> & { joined_at: Date }

type CountingShows = {
  readonly league: Pick<League, 'id' | 'tour' | 'counts_from' | 'drop_worst'>
  readonly part?: LeaguePart
  /** A show that does not count. */
  readonly except?: number
}

/** Compares a show's lock with the row `member` of the query. */
export function countsForMember({ counts_from }: Pick<League, 'counts_from'>, locksAt: RawBuilder<unknown>) {
  return counts_from === 'all' ? sql<boolean>`true` : sql<boolean>`${locksAt} > member.joined_at`
}

/**
 * 500 members and 100 scored shows of 10,000 players: 60 ms where shows are dropped or count since joining, else 12 ms.
 */
export async function listLeagueMembers(db: Database, given: CountingShows): Promise<MemberRow[]> {
  const { league } = given
  const board = findBoard(given)
  const counts = countsForMember(league, LOCKS_AT)
  const { rows } = await sql<MemberRow>`
    WITH members AS MATERIALIZED (
      SELECT user_id, ${leagueRole('league_members', league.id)} AS role, joined_at FROM league_members WHERE league_id = ${league.id}
    ), counted AS MATERIALIZED (
      SELECT shows.score_set_id, ARRAY(SELECT user_id FROM members AS member WHERE ${counts}) AS user_ids FROM shows
      WHERE shows.is_scored AND ${isOfLeague(given)}
    )
    SELECT ${NAMED_PLAYER} AS player, member.role, member.joined_at, coalesce(counting.shows, 0) AS shows,
      coalesce(points.played, 0) AS played, coalesce(points.total, 0) AS total, coalesce(points.best, 0) AS best,
      coalesce(points.worst, '{}') AS worst
    FROM members AS member
      JOIN users ON users.id = member.user_id
      LEFT JOIN avatars ON avatars.user_id = member.user_id
      LEFT JOIN (
        SELECT user_id, count(*)::integer AS shows FROM counted, unnest(user_ids) AS user_id GROUP BY user_id
      ) AS counting ON counting.user_id = member.user_id
      LEFT JOIN (${board === null ? pointsOfShows(given) : pointsOnBoard(board)}) AS points
        ON points.user_id = member.user_id`.execute(db)
  return rows
}

/** The one that counts the same shows, of which none is dropped. */
function findBoard({ league, part = {}, except }: CountingShows): number | null {
  const { tour, week, show } = part
  const isWhole = week === undefined && show === undefined && except === undefined
  if (!isWhole || league.counts_from !== 'all') return null
  if (tour !== undefined) return league.tour === null ? tour : null
  return league.drop_worst === 0 ? (league.tour?.id ?? GLOBAL_BOARD) : null
}

function pointsOnBoard(board: number): RawBuilder<unknown> {
  return sql`
    SELECT user_id, shows AS played, total, best, '{}'::integer[] AS worst FROM standings
    WHERE board = ${board} AND user_id = ANY(ARRAY(SELECT user_id FROM members))`
}

/**
 * The array and the fence make the planner read each set by its key: for a join it may read all scores of all shows.
 */
function pointsOfShows({ league, part = {} }: CountingShows): RawBuilder<unknown> {
  const worst =
    league.drop_worst === 0 || Object.values(part).some((value) => value !== undefined)
      ? sql`'{}'::integer[]`
      : sql`(array_agg(score.total ORDER BY score.total))[1:${sql.lit(league.drop_worst)}]`
  return sql`
    SELECT score.user_id, count(*)::integer AS played, sum(score.total)::integer AS total,
      max(score.total)::integer AS best, ${worst} AS worst
    FROM counted, LATERAL (
      SELECT user_id, total FROM scores
      WHERE scores.score_set_id = counted.score_set_id AND scores.user_id = ANY(counted.user_ids)
      OFFSET 0
    ) AS score
    GROUP BY score.user_id`
}

function isOfLeague({ league, part: { tour, week, show } = {}, except }: CountingShows): RawBuilder<boolean> {
  const conditions = [
    sql`true`,
    ...(league.tour === null ? [] : [sql`shows.tour_id = ${league.tour.id}`]),
    ...(tour === undefined ? [] : [sql`shows.tour_id = ${tour}`]),
    ...(week === undefined ? [] : [sql`shows.showdate BETWEEN ${week}::date AND ${week}::date + 6`]),
    ...(show === undefined ? [] : [sql`shows.id = ${show}`]),
    ...(except === undefined ? [] : [sql`shows.id <> ${except}`]),
  ]
  return sql`(${sql.join(conditions, sql` AND `)})`
}

/** The Mondays of weeks with a scored show that counts for somebody, newest first. */
export async function listLeagueWeeks(db: Database, league: CountingShows['league']): Promise<string[]> {
  const { rows } = await sql<{ monday: string }>`
    SELECT DISTINCT date_trunc('week', shows.showdate::timestamp)::date AS monday FROM shows
    WHERE shows.is_scored AND ${isOfLeague({ league })} AND EXISTS (
      SELECT FROM league_members AS member
      WHERE member.league_id = ${league.id} AND ${countsForMember(league, LOCKS_AT)})
    ORDER BY monday DESC`.execute(db)
  return rows.map(({ monday }) => monday)
}

/** Tonight's shows of the league, whose picks are public. */
export async function listLeagueNights(db: Database, given: CountingShows): Promise<number[]> {
  const rows = await db
    .selectFrom('shows')
    .select('shows.id')
    .where(IS_TONIGHT)
    .where(PICKS_ARE_PUBLIC)
    .where('shows.vanished_at', 'is', null)
    .where(isOfLeague(given))
    .orderBy(LOCKS_AT)
    .orderBy('shows.id')
    .execute()
  return rows.map(({ id }) => id)
}

/** The last scored show of a league. */
export async function findLastLeagueShow(
  db: Database,
  league: CountingShows['league'],
): Promise<number | null> {
  const show = await db
    .selectFrom('shows')
    .select('shows.id')
    .where('shows.is_scored', '=', true)
    .where(isOfLeague({ league }))
    .orderBy(LOCKS_AT, 'desc')
    .orderBy('shows.id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return show?.id ?? null
}

export async function countLeaguePicks(db: Database, leagueId: number, showId: number): Promise<number> {
  const { count } = await db
    .selectFrom('league_members as member')
    .innerJoin('predictions', 'predictions.user_id', 'member.user_id')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('member.league_id', '=', leagueId)
    .where('predictions.show_id', '=', showId)
    .executeTakeFirstOrThrow()
  return count
}

/** For members for whom the show counts, also if they do not show their picks; empty before picks are public. */
export async function listLeagueCards(
  db: Database,
  league: Pick<League, 'id' | 'tour' | 'counts_from' | 'drop_worst'>,
  showId: number,
): Promise<{ userId: number; picks: Picks }[]> {
  const rows = await db
    .selectFrom('league_members as member')
    .innerJoin('predictions', 'predictions.user_id', 'member.user_id')
    .innerJoin('shows', 'shows.id', 'predictions.show_id')
    .select(['member.user_id as userId', 'predictions.picks'])
    .where('member.league_id', '=', league.id)
    .where('shows.id', '=', showId)
    .where(PICKS_ARE_PUBLIC)
    .where(isOfLeague({ league }))
    .where(countsForMember(league, LOCKS_AT))
    .orderBy('member.user_id')
    .execute()
  return rows.map(withPicks)
}
