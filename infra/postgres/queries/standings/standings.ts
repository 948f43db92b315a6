import { GLOBAL_BOARD } from '@called-it/shared/contract/leaderboards'
import type { TotalCount } from '@called-it/shared/game/standings'
import { type RawBuilder, sql } from 'kysely'
import type { Database, DatabaseTransaction } from '../../client.ts'
import { prepared } from '../../prepared.ts'
import { findBoardTops, findLowestTotal } from './board-tops.ts'
import type { StandingTotals } from './standings-count.ts'

/** A player's place on a board. */
export type PlacedStanding = StandingTotals & {
  userId: number
  /** Equal totals share a rank (1, 2, 2, 4). */
  rank: number
}

const standingOfPlayer = prepared('standing', (db, board: RawBuilder<number>, userId: RawBuilder<number>) =>
  db
    .selectFrom('standings')
    .select([
      'user_id as userId',
      'total',
      'shows',
      'best',
      rankOf(sql.ref('standings.total'), board).as('rank'),
    ])
    .where('board', '=', board)
    .where('user_id', '=', userId),
)

/** Where a player stands on a board; null before their first scored prediction there. */
export async function findStanding(
  db: Database,
  board: number,
  userId: number,
): Promise<PlacedStanding | null> {
  const [standing] = await standingOfPlayer(db, board, userId)
  return standing ?? null
}

/** One more than the players above: a sum over the board's totals, of which there are a few hundred. */
function rankOf(total: RawBuilder<unknown>, board: RawBuilder<number>): RawBuilder<number> {
  return sql<number>`(
    SELECT coalesce(sum(players), 0) + 1 FROM standings_histogram AS above
    WHERE above.board = ${board} AND above.total > ${total}
  )`
}

/** The boards that a user stands on. */
export async function listBoardsOfUser(db: Database, userId: number): Promise<number[]> {
  // By the key, board by board: there are few of them, and an index by player would cost every scoring.
  const rows = await db
    .selectFrom('standings')
    .select('board')
    .where('user_id', '=', userId)
    .where('board', 'in', sql<number>`(SELECT ${GLOBAL_BOARD}::integer UNION ALL SELECT id FROM tours)`)
    .execute()
  return rows.map(({ board }) => board)
}

const playersOfBoard = prepared('players', (db, board: RawBuilder<number>) =>
  db
    .selectFrom('standings_histogram')
    .select(sql<number>`coalesce(sum(players), 0)`.as('players'))
    .where('board', '=', board),
)

/** How many players a board has. */
export async function countPlayers(db: Database, board: number): Promise<number> {
  const [counted] = await playersOfBoard(db, board)
  return counted?.players ?? 0
}

export type BoardRow = PlacedStanding & {
  displayName: string
  /** SHA-256 of the player's picture, which is its address; null where there is none. */
  avatarHash: string | null
}

/** A row of a board, as the key that the next page begins after. */
export type BoardPosition = StandingTotals & { sortName: string; userId: number }

export type BoardPage = {
  rows: BoardRow[]
  /** Where the following rows begin; null at the end of the board. */
  next: BoardPosition | null
}

/**
 * Rows of a board in the order of docs/rules.md ("Boards"): total, best show, fewer shows, name, id. Call it in a
 * snapshot where the board may move meanwhile.
 *
 * The histogram tells down to which total the page reaches, so that only its players are sorted, and not a
 * whole board. That is asked first, by itself: with the total as a number the planner knows how few players are
 * meant, and otherwise expects a third of the board and reads every user. Who they are is known for the first page, and
 * otherwise found by looking at every row of the board.
 */
export async function listBoard(
  db: Database,
  board: number,
  { limit, after = null }: { limit: number; after?: BoardPosition | null },
): Promise<BoardPage> {
  const lowest = await findLowestTotal(db, board, limit + 1, after?.total ?? null)
  const tops = after === null ? await findBoardTops(db, board, lowest) : null
  const { rows } = await sql<BoardRow & { sortName: string }>`
    SELECT ${PLAYER_COLUMNS},
      ${rankOf(sql.ref('standings.total'), sql`${board}`)} AS rank
    FROM ${tops === null ? sql`standings` : playersListed(tops)}
      ${WITH_PROFILES}
    WHERE standings.board = ${board}
      AND standings.total >= ${lowest}
      AND ${after === null ? sql`true` : isAfter(after)}
    ORDER BY ${BOARD_ORDER}
    LIMIT ${limit + 1}`.execute(db)
  const page = rows.slice(0, limit)
  const last = page.at(-1)
  return {
    rows: page.map(({ sortName: _, ...row }) => row),
    next: last && rows.length > limit ? positionOf(last) : null,
  }
}

/** Of a player of a board, what does not depend on the others. */
const PLAYER_COLUMNS = sql`
  standings.user_id AS "userId", users.display_name AS "displayName", users.sort_name AS "sortName",
  avatars.content_hash AS "avatarHash", standings.total, standings.shows, standings.best`

const WITH_PROFILES = sql`
  JOIN users ON users.id = standings.user_id
  LEFT JOIN avatars ON avatars.user_id = standings.user_id`

/**
 * The standings of these players alone. As a join, since the planner then looks each up by the key; of a condition it
 * expects far too many rows where the statistics are old, as they are when a board has just moved.
 */
function playersListed(userIds: readonly number[]): RawBuilder<unknown> {
  return sql`unnest(${userIds}::integer[]) AS listed(user_id) JOIN standings ON standings.user_id = listed.user_id`
}

/** A player of a board, whose rank is still to be looked up. */
export type BoardPlayer = Omit<BoardRow, 'rank'> & { sortName: string }

/** These players of a board, in no order. */
export async function listPlayers(
  db: Database,
  board: number,
  userIds: readonly number[],
): Promise<BoardPlayer[]> {
  const { rows } = await sql<BoardPlayer>`
    SELECT ${PLAYER_COLUMNS}
    FROM ${playersListed(userIds)}
      ${WITH_PROFILES}
    WHERE standings.board = ${board}`.execute(db)
  return rows
}

/** Sorts a million players without the disk. */
const ORDERING_MEMORY = '128MB'

/**
 * The players of a whole board, first to last, and how many have each total; two seconds at a million players. Call
 * it in a transaction of its own, in a snapshot with the version that it is as of.
 */
export async function getBoardOrder(
  trx: DatabaseTransaction,
  board: number,
): Promise<{ userIds: Int32Array; histogram: TotalCount[] }> {
  await sql`SET LOCAL work_mem = ${sql.lit(ORDERING_MEMORY)}`.execute(trx)
  // One value with four bytes a player: a row for each would hold up the process that reads them.
  const { rows } = await sql<{ packed: Buffer | null }>`
    SELECT string_agg(int4send(standings.user_id), ''::bytea ORDER BY ${BOARD_ORDER}) AS packed
    FROM standings JOIN users ON users.id = standings.user_id
    WHERE standings.board = ${board}`.execute(trx)
  const packed = rows[0]?.packed ?? Buffer.alloc(0)
  const userIds = Int32Array.from({ length: packed.length / 4 }, (_, index) => packed.readInt32BE(index * 4))
  const histogram = await trx
    .selectFrom('standings_histogram')
    .select(['total', 'players'])
    .where('board', '=', board)
    .where('players', '>', 0)
    .execute()
  return { userIds, histogram }
}

/** The order of docs/rules.md ("Boards"). */
const BOARD_ORDER = sql`
  standings.total DESC, standings.best DESC, standings.shows, users.sort_name, standings.user_id`

/** Columns that sort downwards are compared negated, so that one comparison of rows does. */
function isAfter({ total, best, shows, sortName, userId }: BoardPosition): RawBuilder<boolean> {
  return sql`standings.total <= ${total}
    AND (-standings.total, -standings.best, standings.shows, users.sort_name, standings.user_id)
      > (${-total}::integer, ${-best}::integer, ${shows}::integer, ${sortName}::text COLLATE "C", ${userId}::integer)`
}

/** The key that the next page begins after. */
export function positionOf({ total, best, shows, sortName, userId }: BoardPosition): BoardPosition {
  return { total, best, shows, sortName, userId }
}
