import { GLOBAL_BOARD } from '@called-it/shared/contract/leaderboards'
import { moveStandings } from '../postgres/queries/standings/standings-moves.ts'
import { lockStandings } from '../postgres/queries/work/locks.ts'
import type { BenchStores } from './bench-stores.ts'
import { type Contender, contender } from './frame.ts'
import type { LeaderboardWorld } from './leaderboard-world.ts'

type Moving = Contender<'added' | 'corrected' | 'both'>

/**
 * Two ways of adding a show's scores to the board of all shows and to a tour's, correcting them, and taking
 * them away again, in seconds: ours moves total, shows, best and the histogram of both boards; the obvious way
 * upserts a total alone, in a table with an index by rank.
 */
export async function movingContenders(
  { db, pool }: BenchStores,
  { tourId, newShow }: LeaderboardWorld,
): Promise<{ ours: Moving; obvious: Moving }> {
  const boards = [GLOBAL_BOARD, tourId]
  const { id: showId, first, corrected } = newShow

  const move = (from: number | null, to: number | null) =>
    db.transaction().execute(async (trx) => {
      await lockStandings(trx)
      await moveStandings(trx, boards, { showId, from, to })
      await trx.updateTable('shows').set({ score_set_id: to }).where('id', '=', showId).execute()
    })

  await pool.query(
    'CREATE TABLE ranked (board integer, user_id integer, total integer, PRIMARY KEY (board, user_id))',
  )
  await pool.query('INSERT INTO ranked SELECT board, user_id, total FROM standings')
  await pool.query('CREATE INDEX ranked_rank ON ranked (board, total DESC)')
  await pool.query('VACUUM ANALYZE ranked')
  const upsert = async (points: string, sets: number[]) => {
    await pool.query(
      `INSERT INTO ranked (board, user_id, total)
       SELECT board, user_id, ${points} FROM ${
         sets.length === 1
           ? 'scores AS new'
           : '(SELECT * FROM scores WHERE score_set_id = $3) AS old JOIN scores AS new USING (user_id)'
       }, unnest($1::integer[]) AS board
       WHERE new.score_set_id = $2
       ON CONFLICT (board, user_id) DO UPDATE SET total = ranked.total + excluded.total`,
      [boards, ...sets],
    )
  }

  return {
    ours: moving(pool, 'ours', 'standings', {
      add: () => move(null, first),
      correct: () => move(first, corrected),
      takeAway: () => move(corrected, null),
    }),
    obvious: moving(pool, 'obvious', 'ranked', {
      add: () => upsert('new.total', [first]),
      correct: () => upsert('new.total - old.total', [corrected, first]),
      takeAway: () => upsert('-new.total', [corrected]),
    }),
  }
}

function moving(
  pool: BenchStores['pool'],
  name: string,
  table: string,
  moves: Record<'add' | 'correct' | 'takeAway', () => Promise<void>>,
): Moving {
  const timed = async (move: () => Promise<void>): Promise<number> => {
    // What one move left for later must not slow the next one.
    await pool.query(`VACUUM ${table}`)
    await pool.query('CHECKPOINT')
    const begunAt = performance.now()
    await move()
    return (performance.now() - begunAt) / 1000
  }
  return contender(name, async () => {
    const added = await timed(moves.add)
    const corrected = await timed(moves.correct)
    await moves.takeAway()
    return { added, corrected, both: added + corrected }
  })
}
