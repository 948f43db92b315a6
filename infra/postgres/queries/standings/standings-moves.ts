import { GLOBAL_BOARD } from '@called-it/shared/contract/leaderboards'
import { type RawBuilder, sql } from 'kysely'
import type { Database, DatabaseTransaction } from '../../client.ts'
import { updateBoardTops } from './board-tops.ts'

export function boardsOf(show: { tourId: number | null }): number[] {
  return show.tourId === null ? [GLOBAL_BOARD] : [GLOBAL_BOARD, show.tourId]
}

/** Players per statement: few enough to report progress every second on a slow machine. */
const PLAYERS_AT_ONCE = 10_000
const MOVE_MEMORY = '32MB'

/**
 * Moves the standings of boards by the difference between two score sets of a show: `from` counted until now,
 * `to` counts from now on; null means no scores. Call it under the lock `standings`, while the show still points at
 * `from`.
 *
 * @param onMoved called after each part with the number of players processed so far
 */
export async function moveStandings(
  trx: DatabaseTransaction,
  boards: readonly number[],
  { showId, from, to }: { showId: number; from: number | null; to: number | null },
  {
    playersAtOnce = PLAYERS_AT_ONCE,
    onMoved,
  }: { playersAtOnce?: number; onMoved?: (players: number) => void } = {},
): Promise<void> {
  await sql`SET LOCAL work_mem = ${sql.lit(MOVE_MEMORY)}`.execute(trx)
  const lookup = await chooseLookup(trx, boards, to ?? from)
  const otherSets = await listOtherScoreSets(trx, boards, showId)
  let after = 0
  for (let moved = 0; ; moved += playersAtOnce) {
    const last = await findUserAfter(trx, to ?? from, after, playersAtOnce)
    await movePlayers(trx, boards, { from, to, otherSets, lookup }, { after, last: last ?? HIGHEST_ID })
    if (last === null) break
    onMoved?.(moved + playersAtOnce)
    after = last
  }
  await updateBoardTops(trx, boards)
}

const HIGHEST_ID = 2_147_483_647

/** How the standings of players are found: one index lookup each, or a scan over a range of user ids. */
type PlayerLookup = 'by-key' | 'by-range'

/** Below this share of a board's players, single lookups are faster. */
const MAX_SHARE_BY_KEY = 0.15

/**
 * Sets planner options for the faster lookup. The planner cannot choose: without fresh statistics it expects one
 * row instead of thousands and picks a nested loop over all pairs. A lookup per player must therefore not be a
 * join.
 */
async function chooseLookup(
  trx: DatabaseTransaction,
  boards: readonly number[],
  scoreSetId: number | null,
): Promise<PlayerLookup> {
  const { rows } = await sql<{ moving: number; players: number }>`
    SELECT (SELECT count(*) FROM scores WHERE score_set_id = ${scoreSetId}) AS moving,
      (SELECT coalesce(sum(players), 0) FROM standings_histogram WHERE board = ANY(${boards}::integer[])) AS players`.execute(
    trx,
  )
  const [{ moving, players } = { moving: 0, players: 0 }] = rows
  if (moving * boards.length >= players * MAX_SHARE_BY_KEY) {
    await sql`SET LOCAL enable_nestloop = off`.execute(trx)
    return 'by-range'
  }
  await sql`SET LOCAL enable_hashjoin = off`.execute(trx)
  await sql`SET LOCAL enable_mergejoin = off`.execute(trx)
  return 'by-key'
}

/** User id `players` rows after `after` in a score set; null if there are fewer. */
async function findUserAfter(
  trx: DatabaseTransaction,
  scoreSetId: number | null,
  after: number,
  players: number,
): Promise<number | null> {
  const row = await trx
    .selectFrom('scores')
    .select('user_id as userId')
    .where('score_set_id', '=', scoreSetId)
    .where('user_id', '>', after)
    .orderBy('user_id')
    .offset(players - 1)
    .limit(1)
    .executeTakeFirst()
  return row?.userId ?? null
}

/**
 * Moves the standings of players with ids above `after` up to `last`. One statement, because a player's row and
 * the counts of the old and the new total have to change together.
 */
async function movePlayers(
  trx: DatabaseTransaction,
  boards: readonly number[],
  {
    from,
    to,
    otherSets,
    lookup,
  }: { from: number | null; to: number | null; otherSets: OtherScoreSets; lookup: PlayerLookup },
  { after, last }: { after: number; last: number },
): Promise<void> {
  const isInRange = sql`user_id > ${after} AND user_id <= ${last}`
  // For the index: the join alone does not limit the range of user ids.
  const isBetween = sql`AND standing.board = ANY(${boards}::integer[])
    AND standing.user_id > ${after} AND standing.user_id <= ${last}`
  await sql`
    WITH moves AS (
      SELECT user_id, old.total AS old_score, new.total AS new_score,
        coalesce(new.total, 0) - coalesce(old.total, 0) AS points,
        (new.total IS NOT NULL)::integer - (old.total IS NOT NULL)::integer AS shows
      FROM (SELECT user_id, total FROM scores WHERE score_set_id = ${from} AND ${isInRange}) AS old
        FULL JOIN (SELECT user_id, total FROM scores WHERE score_set_id = ${to} AND ${isInRange}) AS new USING (user_id)
      WHERE old.total IS DISTINCT FROM new.total
    ), moved AS (
      MERGE INTO standings AS standing
      USING (SELECT board, moves.* FROM moves CROSS JOIN unnest(${boards}::integer[]) AS board) AS move
      ON standing.board = move.board AND standing.user_id = move.user_id ${lookup === 'by-range' ? isBetween : sql``}
      WHEN MATCHED AND standing.shows + move.shows = 0 THEN DELETE
      WHEN MATCHED THEN UPDATE SET
        total = standing.total + move.points,
        shows = standing.shows + move.shows,
        best = CASE
          WHEN move.new_score >= standing.best THEN move.new_score
          WHEN move.old_score = standing.best
            THEN greatest(move.new_score, ${bestOfOtherShows(otherSets)})
          ELSE standing.best
        END
      WHEN NOT MATCHED THEN INSERT (board, user_id, total, shows, best)
        VALUES (move.board, move.user_id, move.points, move.shows, move.new_score)
      RETURNING move.board, old.total AS old_total, new.total AS new_total
    ), steps AS (
      -- Few pairs of totals, however many players: only these are taken apart into an old and a new total.
      SELECT board, old_total, new_total, count(*) AS players FROM moved GROUP BY board, old_total, new_total
    )
    ${mergeHistogram(sql`
      SELECT board, total, sum(change)::integer AS change
      FROM steps, LATERAL (VALUES (old_total, -players), (new_total, players)) AS bucket(total, change)
      WHERE total IS NOT NULL
      GROUP BY board, total
      HAVING sum(change) <> 0`)}`.execute(trx)
}

type OtherScoreSets = ReadonlyMap<number, readonly number[]>

async function listOtherScoreSets(
  trx: DatabaseTransaction,
  boards: readonly number[],
  showId: number,
): Promise<OtherScoreSets> {
  const shows = await trx
    .selectFrom('shows')
    .select(['tour_id as tourId', 'score_set_id as scoreSetId'])
    .where('score_set_id', 'is not', null)
    .where('id', '<>', showId)
    .execute()
  const setsOf = (board: number) =>
    shows.flatMap((show) => (boardsOf(show).includes(board) ? (show.scoreSetId ?? []) : []))
  return new Map(boards.map((board) => [board, setsOf(board)]))
}

function bestOfOtherShows(otherSets: OtherScoreSets): RawBuilder<number> {
  const setsOfBoard = [...otherSets].map(([board, sets]) => sql`WHEN ${board} THEN ${sets}::integer[]`)
  return sql`(
    SELECT coalesce(max(scores.total), 0) FROM scores
    WHERE scores.user_id = move.user_id
      AND scores.score_set_id = ANY(CASE move.board ${sql.join(setsOfBoard, sql` `)} END)
  )`
}

function mergeHistogram(changes: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`
    MERGE INTO standings_histogram AS bucket
    USING (${changes}) AS changed
    ON bucket.board = changed.board AND bucket.total = changed.total
    WHEN MATCHED AND bucket.players + changed.change = 0 THEN DELETE
    WHEN MATCHED THEN UPDATE SET players = bucket.players + changed.change
    WHEN NOT MATCHED THEN INSERT (board, total, players)
      VALUES (changed.board, changed.total, changed.change)`
}

const COUNTED_STANDINGS = sql`
  SELECT board, scores.user_id, sum(scores.total)::integer AS total, count(*)::integer AS shows,
    max(scores.total)::integer AS best
  FROM shows
    JOIN scores ON scores.score_set_id = shows.score_set_id,
    LATERAL (SELECT ${GLOBAL_BOARD}::integer UNION ALL SELECT shows.tour_id WHERE shows.tour_id IS NOT NULL)
      AS counts_on(board)
  GROUP BY board, scores.user_id`

/** Computes standings from the scores. Call it under the lock `standings`, before locking a show. */
export async function rebuildStandings(
  trx: DatabaseTransaction,
  boards: readonly number[] | 'all' = 'all',
): Promise<void> {
  const rebuilt = boards === 'all' ? sql`true` : sql`board = ANY(${boards}::integer[])`
  await sql`DELETE FROM standings WHERE ${rebuilt}`.execute(trx)
  await sql`DELETE FROM standings_histogram WHERE ${rebuilt}`.execute(trx)
  await sql`
    INSERT INTO standings (board, user_id, total, shows, best)
    SELECT board, user_id, total, shows, best FROM (${COUNTED_STANDINGS}) AS counted
    WHERE ${rebuilt}`.execute(trx)
  await sql`
    INSERT INTO standings_histogram (board, total, players)
    SELECT board, total, count(*) FROM standings WHERE ${rebuilt}
    GROUP BY board, total`.execute(trx)
  const { rows } = await sql<{ board: number }>`
    SELECT DISTINCT board FROM standings_histogram WHERE ${rebuilt}`.execute(trx)
  await updateBoardTops(
    trx,
    rows.map(({ board }) => board),
  )
}

export type StandingTotals = { total: number; shows: number; best: number }

export type StandingsDifference =
  | {
      table: 'standings'
      board: number
      userId: number
      kept: StandingTotals | null
      counted: StandingTotals | null
    }
  | {
      table: 'standings_histogram'
      board: number
      total: number
      kept: number | null
      counted: number | null
    }

/** Compares standings and histogram with the scores. Returns up to 100 differences of each kind. */
export async function verifyStandings(db: Database): Promise<StandingsDifference[]> {
  const { rows } = await sql<{ difference: StandingsDifference }>`
    WITH counted AS (${COUNTED_STANDINGS}), players AS (
      SELECT board, total, count(*)::integer AS players FROM counted GROUP BY board, total
    ), differing_standings AS (
      SELECT jsonb_build_object('table', 'standings', 'board', board, 'userId', user_id,
        'kept', CASE WHEN kept.total IS NOT NULL THEN ${totalsOf('kept')} END,
        'counted', CASE WHEN counted.total IS NOT NULL THEN ${totalsOf('counted')} END) AS difference
      FROM standings AS kept FULL JOIN counted USING (board, user_id)
      WHERE (kept.total, kept.shows, kept.best) IS DISTINCT FROM (counted.total, counted.shows, counted.best)
      ORDER BY board, user_id LIMIT 100
    ), differing_histogram AS (
      SELECT jsonb_build_object('table', 'standings_histogram', 'board', board, 'total', total,
        'kept', kept.players, 'counted', players.players) AS difference
      FROM standings_histogram AS kept FULL JOIN players USING (board, total)
      WHERE kept.players IS DISTINCT FROM players.players
      ORDER BY board, total LIMIT 100
    )
    SELECT difference FROM differing_standings
    UNION ALL SELECT difference FROM differing_histogram`.execute(db)
  return rows.map(({ difference }) => difference)
}

function totalsOf(table: 'kept' | 'counted'): RawBuilder<unknown> {
  const column = (name: string) => sql.ref(`${table}.${name}`)
  return sql`jsonb_build_object('total', ${column('total')}, 'shows', ${column('shows')}, 'best', ${column('best')})`
}
