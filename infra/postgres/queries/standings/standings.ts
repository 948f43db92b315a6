import { GLOBAL_BOARD } from '@called-it/shared/contract/leaderboards'
import type { TotalCount } from '@called-it/shared/game/standings'
import { type RawBuilder, sql } from 'kysely'
import type { Database, DatabaseTransaction } from '../../client.ts'
import { prepared } from '../../prepared.ts'
import { AVATAR_PATH } from '../accounts/avatars.ts'
import { findBoardTops, getLowestTotal, getTotalsAround } from './board-tops.ts'
import type { StandingTotals } from './standings-moves.ts'

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

/** Null before the user's first scored prediction on the board. */
export async function findStanding(
  db: Database,
  board: number,
  userId: number,
): Promise<PlacedStanding | null> {
  const [standing] = await standingOfPlayer(db, board, userId)
  return standing ?? null
}

/** 1 + the players above: a sum over the totals of a board, of which there are a few hundred. */
function rankOf(total: RawBuilder<unknown>, board: RawBuilder<number>): RawBuilder<number> {
  return sql<number>`(
    SELECT coalesce(sum(players), 0) + 1 FROM standings_histogram AS above
    WHERE above.board = ${board} AND above.total > ${total}
  )`
}

export async function listBoardsOfUser(db: Database, userId: number): Promise<number[]> {
  // One key lookup per board: there are few boards, and an index by user would slow down every scoring.
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

export async function countPlayers(db: Database, board: number): Promise<number> {
  const [counted] = await playersOfBoard(db, board)
  return counted?.players ?? 0
}

export type BoardRow = PlacedStanding & { displayName: string; avatar: string | null }

export type BoardPosition = StandingTotals & { sortName: string; userId: number }

export type BoardPage = {
  rows: BoardRow[]
  next: BoardPosition | null
}

/**
 * Rows of a board in the order of docs/rules.md ("Boards"): total, best show, fewer shows, name, id. Call it in
 * a snapshot if the board may change meanwhile.
 *
 * The histogram gives the lowest total of the page, so that only its players are sorted. It is read in a
 * separate query: with the total as a constant the planner estimates few rows; otherwise it expects a third of
 * the board and reads all users. The first page reads its stored player list, other pages scan the board.
 */
export async function listBoard(
  db: Database,
  board: number,
  { limit, after = null }: { limit: number; after?: BoardPosition | null },
): Promise<BoardPage> {
  const lowest = await getLowestTotal(db, board, limit + 1, after?.total ?? null)
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

const PLAYER_COLUMNS = sql`
  standings.user_id AS "userId", users.display_name AS "displayName", users.sort_name AS "sortName",
  ${AVATAR_PATH} AS avatar, standings.total, standings.shows, standings.best`

const WITH_PROFILES = sql`
  JOIN users ON users.id = standings.user_id
  LEFT JOIN avatars ON avatars.user_id = standings.user_id`

/**
 * The standings of these users. A join, so that the planner looks each up by key: for a condition it expects
 * far too many rows from old statistics, as after a scoring.
 */
function playersListed(userIds: readonly number[]): RawBuilder<unknown> {
  return sql`unnest(${userIds}::integer[]) AS listed(user_id) JOIN standings ON standings.user_id = listed.user_id`
}

/**
 * The rows of a board up to `limit` places from a player's, in order; none for one who is not on it. The histogram
 * gives the totals between which they lie. Reads every row of the board, in half a second for a
 * million players.
 */
export async function listAround(
  db: Database,
  board: number,
  { userId, limit }: { userId: number; limit: number },
): Promise<BoardRow[]> {
  const own = await findStanding(db, board, userId)
  if (!own) return []
  const { lowest, highest } = await getTotalsAround(db, board, { total: own.total, rows: limit })
  const { rows } = await sql<BoardRow & { place: number; sortName: string }>`
    WITH near AS (
      SELECT ${PLAYER_COLUMNS}, row_number() OVER (ORDER BY ${BOARD_ORDER}) AS place
      FROM standings ${WITH_PROFILES}
      WHERE standings.board = ${board} AND standings.total BETWEEN ${lowest} AND ${highest}
    )
    SELECT near.*, ${rankOf(sql.ref('near.total'), sql`${board}`)} AS rank
    FROM near
    WHERE abs(place - (SELECT place FROM near WHERE "userId" = ${userId})) <= ${limit}
    ORDER BY place`.execute(db)
  return rows.map(({ place: _, sortName: __, ...row }) => row)
}

export type BoardPlayer = Omit<BoardRow, 'rank'> & { sortName: string }

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

/** Those of the users who are on a board, in its order. */
export async function listPlaced(
  db: Database,
  board: number,
  userIds: readonly number[],
): Promise<BoardRow[]> {
  const { rows } = await sql<BoardRow & { sortName: string }>`
    SELECT ${PLAYER_COLUMNS}, ${rankOf(sql.ref('standings.total'), sql`${board}`)} AS rank
    FROM ${playersListed(userIds)}
      ${WITH_PROFILES}
    WHERE standings.board = ${board}
    ORDER BY ${BOARD_ORDER}`.execute(db)
  return rows.map(({ sortName: _, ...row }) => row)
}

/** Sorts a million players in memory. */
const SORT_MEMORY = '128MB'

/**
 * All players of a board in order, and the players per total; two seconds for a million players. Call it in its
 * own transaction, in a snapshot with the version.
 */
export async function getBoardOrder(
  trx: DatabaseTransaction,
  board: number,
): Promise<{ userIds: Int32Array; histogram: TotalCount[] }> {
  await sql`SET LOCAL work_mem = ${sql.lit(SORT_MEMORY)}`.execute(trx)
  // One value with four bytes a player: a million rows would block the process.
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
export const BOARD_ORDER = sql`
  standings.total DESC, standings.best DESC, standings.shows, users.sort_name, standings.user_id`

/** Descending columns are negated, so that one row comparison suffices. */
function isAfter({ total, best, shows, sortName, userId }: BoardPosition): RawBuilder<boolean> {
  return sql`standings.total <= ${total}
    AND (-standings.total, -standings.best, standings.shows, users.sort_name, standings.user_id)
      > (${-total}::integer, ${-best}::integer, ${shows}::integer, ${sortName}::text COLLATE "C", ${userId}::integer)`
}

export function positionOf({ total, best, shows, sortName, userId }: BoardPosition): BoardPosition {
  return { total, best, shows, sortName, userId }
}
