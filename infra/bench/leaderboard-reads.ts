import { GLOBAL_BOARD } from '@called-it/shared/contract/leaderboards'
import { BoardOrder } from '@called-it/shared/game/board-order'
import { rankByTotal, type TotalCount } from '@called-it/shared/game/standings'
import { inSnapshot } from '../postgres/queries/live/snapshot.ts'
import {
  type BoardPosition,
  countPlayers,
  findStanding,
  getBoardOrder,
  listBoard,
  listPlayers,
} from '../postgres/queries/standings/standings.ts'
import type { BenchStores } from './bench-stores.ts'
import type { BenchOptions } from './options.ts'
import type { Report } from './report.ts'
import { quantileOf } from './spread.ts'

/** What a page of a board shows. */
const PAGE = 50
/** A page costs more than a rank: fewer of them are enough. */
const READS_A_RANK = 10
const IN_PROCESS_RANKS = 200_000
/** Counting who is above takes long where nothing helps. */
const EXACT_CHECKS = 5

type Player = BoardPosition

/** Times ranks and pages of the board of all shows, the median of a round's reads each, and checks the ranks. */
export async function measureReads(
  stores: BenchStores,
  options: BenchOptions<'reads'>,
  report: Report,
): Promise<void> {
  const { db } = stores
  const reads = options.size('reads')
  const players = await drawPlayers(stores, reads)
  const histogram = await readHistogram(stores)
  const deep = await playerInTheMiddle(stores, histogram)
  const playerAt = (index: number): Player => players[index % players.length] ?? deep

  const inProcess: number[] = []
  const inSql: number[] = []
  const pages = { top: [] as number[], deep: [] as number[], below: [] as number[], count: [] as number[] }
  const inOrder = { readSeconds: [] as number[], page: [] as number[] }
  const page = (after: BoardPosition | null) => listBoard(db, GLOBAL_BOARD, { limit: PAGE, after })
  // Compiled code and what Postgres keeps of a statement are not a round's.
  await medianMs(reads, (index) => findStanding(db, GLOBAL_BOARD, playerAt(index).userId))
  for (let round = 1; round <= options.rounds; round++) {
    process.stderr.write(`round ${round} of ${options.rounds}: reads\n`)
    const few = Math.ceil(reads / READS_A_RANK)
    inProcess.push(timeRanks(histogram, playerAt))
    inSql.push(await medianMs(reads, (index) => findStanding(db, GLOBAL_BOARD, playerAt(index).userId)))
    pages.top.push(await medianMs(few, () => page(null)))
    pages.deep.push(await medianMs(few, () => page(deep)))
    pages.below.push(await medianMs(few, (index) => page(playerAt(index))))
    pages.count.push(await medianMs(few, () => countPlayers(db, GLOBAL_BOARD)))
    const begunAt = performance.now()
    const { userIds } = await inSnapshot(db, (trx) => getBoardOrder(trx, GLOBAL_BOARD))
    inOrder.readSeconds.push((performance.now() - begunAt) / 1000)
    const order = new BoardOrder(0, userIds, histogram)
    inOrder.page.push(
      await medianMs(few, (index) => {
        const place = order.placeOf(playerAt(index).userId) ?? 0
        return listPlayers(db, GLOBAL_BOARD, [...order.userIds.subarray(place, place + PAGE)])
      }),
    )
  }
  report.figure('rank in process', 'ns', inProcess, 'G8')
  report.figure('rank in SQL, p50', 'ms', inSql, 'G8-sql')
  report.figure('first page, p50', 'ms', pages.top)
  report.figure('page in the middle, p50', 'ms', pages.deep)
  report.figure('page below a player, p50', 'ms', pages.below)
  report.figure('number of players, p50', 'ms', pages.count)
  report.figure('order of the board, read', 's', inOrder.readSeconds)
  report.figure('page below a player in a known order, p50', 'ms', inOrder.page)
  report.check('ranks are exact with ties', await areRanksExact(stores, histogram, players))
}

async function drawPlayers({ pool }: BenchStores, count: number): Promise<Player[]> {
  const { rows } = await pool.query<Player>(
    `SELECT user_id AS "userId", total, best, shows, sort_name AS "sortName"
     FROM standings JOIN users ON users.id = user_id
     WHERE board = $1 ORDER BY hashint4(user_id) LIMIT $2`,
    [GLOBAL_BOARD, count],
  )
  return rows
}

async function readHistogram({ pool }: BenchStores): Promise<TotalCount[]> {
  const { rows } = await pool.query<TotalCount>(
    'SELECT total, players FROM standings_histogram WHERE board = $1',
    [GLOBAL_BOARD],
  )
  return rows
}

async function playerInTheMiddle({ pool }: BenchStores, histogram: readonly TotalCount[]): Promise<Player> {
  const players = histogram.reduce((sum, bucket) => sum + bucket.players, 0)
  const rankOf = rankByTotal(histogram)
  const total = histogram
    .map((bucket) => bucket.total)
    .toSorted((a, b) => Math.abs(rankOf(a) - players / 2) - Math.abs(rankOf(b) - players / 2))[0]
  const { rows } = await pool.query<Player>(
    `SELECT user_id AS "userId", total, best, shows, sort_name AS "sortName"
     FROM standings JOIN users ON users.id = user_id WHERE board = $1 AND total = $2 LIMIT 1`,
    [GLOBAL_BOARD, total],
  )
  const [player] = rows
  if (!player) throw new Error('the board is empty')
  return player
}

/** Nanoseconds of a rank in a process that has read the histogram. */
function timeRanks(histogram: readonly TotalCount[], playerAt: (index: number) => Player): number {
  let sum = 0
  const rankOf = rankByTotal(histogram)
  const begunAt = performance.now()
  for (let index = 0; index < IN_PROCESS_RANKS; index++) {
    sum += rankOf(playerAt(index).total)
  }
  const nanoseconds = ((performance.now() - begunAt) * 1_000_000) / IN_PROCESS_RANKS
  if (sum === 0) throw new Error('nobody has a rank')
  return nanoseconds
}

async function medianMs(count: number, read: (index: number) => Promise<unknown>): Promise<number> {
  const times: number[] = []
  for (let index = 0; index < count; index++) {
    const begunAt = performance.now()
    await read(index)
    times.push(performance.now() - begunAt)
  }
  return quantileOf(times, 0.5)
}

async function areRanksExact(
  { db, pool }: BenchStores,
  histogram: readonly TotalCount[],
  players: readonly Player[],
): Promise<boolean> {
  for (const { userId, total } of players.slice(0, EXACT_CHECKS)) {
    const { rows } = await pool.query<{ rank: number }>(
      'SELECT count(*)::integer + 1 AS rank FROM standings WHERE board = $1 AND total > $2',
      [GLOBAL_BOARD, total],
    )
    const standing = await findStanding(db, GLOBAL_BOARD, userId)
    const rank = rows[0]?.rank
    if (standing?.rank !== rank || rankByTotal(histogram)(total) !== rank) return false
  }
  return true
}
