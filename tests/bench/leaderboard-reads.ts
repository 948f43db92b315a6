import { readAround } from '@called-it/gateway/features/leaderboards/around'
import { openBoardOrders } from '@called-it/gateway/features/leaderboards/board-orders'
import {
  type BoardPosition,
  findStanding,
  listBoard,
} from '@called-it/infra/postgres/queries/standings/standings'
import { GLOBAL_BOARD } from '@called-it/shared/contract/leaderboards'
import { rankByTotal, type TotalCount } from '@called-it/shared/game/standings'
import { pino } from 'pino'
import type { BenchOptions } from './options.ts'
import type { Report } from './report.ts'
import { candidate, takeTurns } from './runner.ts'
import { medianMs } from './stats.ts'
import type { System } from './system.ts'

const PAGE = 50
/** A page costs more than a rank: fewer of them are enough. */
const RANKS_PER_PAGE = 10
const IN_PROCESS_RANKS = 200_000
/** Counting who is above takes long without an index. */
const EXACT_CHECKS = 5
const MAX_AROUND_MS = 50

/** Times ranks and pages of the global board, the median of a round's reads each, and checks the ranks. */
export async function measureReads(
  system: System,
  options: BenchOptions<'reads'>,
  report: Report,
): Promise<void> {
  const { db, pool } = system
  const reads = options.size('reads')
  const { rows: players } = await pool.query<BoardPosition>(
    `SELECT user_id AS "userId", total, best, shows, sort_name AS "sortName"
     FROM standings JOIN users ON users.id = user_id WHERE board = $1 ORDER BY hashint4(user_id) LIMIT $2`,
    [GLOBAL_BOARD, reads],
  )
  const { rows: histogram } = await pool.query<TotalCount>(
    'SELECT total, players FROM standings_histogram WHERE board = $1',
    [GLOBAL_BOARD],
  )
  const [first] = players
  if (!first) throw new Error('the board is empty')
  const playerAt = (index: number) => players[index % players.length] ?? first

  const boards = { db, orders: openBoardOrders(db, pino({ enabled: false })) }
  // Waits for the order, which is then in memory.
  await readAround(boards, GLOBAL_BOARD, first.userId)

  const round = candidate('reads', async () => {
    const pages = Math.ceil(reads / RANKS_PER_PAGE)
    return {
      rankNs: timeRanks(histogram, playerAt),
      rankMs: await medianMs(reads, (index) => findStanding(db, GLOBAL_BOARD, playerAt(index).userId)),
      aroundMs: await medianMs(pages, (index) => readAround(boards, GLOBAL_BOARD, playerAt(index).userId)),
      firstMs: await medianMs(pages, () => listBoard(db, GLOBAL_BOARD, { limit: PAGE })),
    }
  })
  await takeTurns([round], { ...options, warmUp: true })
  report.metric('rank in process', 'ns', round.series('rankNs'), 'G8')
  report.metric('rank in SQL, p50', 'ms', round.series('rankMs'), 'G8-sql')
  report.metric('around me, p50', 'ms', round.series('aroundMs'))
  report.metric('first page, p50', 'ms', round.series('firstMs'))
  report.check(
    `around me takes at most ${MAX_AROUND_MS} ms`,
    Math.min(...round.series('aroundMs')) <= MAX_AROUND_MS,
  )
  report.check('ranks are exact with ties', await areRanksExact(system, histogram, players))
}

/** Nanoseconds of a rank in a process that has read the histogram. */
function timeRanks(histogram: readonly TotalCount[], playerAt: (index: number) => BoardPosition): number {
  let sum = 0
  const rankOf = rankByTotal(histogram)
  const startedAt = performance.now()
  for (let index = 0; index < IN_PROCESS_RANKS; index++) sum += rankOf(playerAt(index).total)
  const nanoseconds = ((performance.now() - startedAt) * 1_000_000) / IN_PROCESS_RANKS
  if (sum === 0) throw new Error('nobody has a rank')
  return nanoseconds
}

async function areRanksExact(
  { db, pool }: System,
  histogram: readonly TotalCount[],
  players: readonly BoardPosition[],
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
