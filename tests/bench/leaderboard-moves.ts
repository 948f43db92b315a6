import { moveStandings } from '@called-it/infra/postgres/queries/standings/standings-moves'
import { holdLock } from '@called-it/infra/postgres/queries/work/advisory-locks'
import { GLOBAL_BOARD } from '@called-it/shared/contract/leaderboards'
import { type Candidate, candidate } from './runner.ts'
import type { ScoredBoard } from './scored-board.ts'
import { secondsOf } from './stats.ts'
import type { System } from './system.ts'

type Moving = Candidate<'added' | 'corrected' | 'both'>

/** Ours moves total, shows, best and histogram of two boards; the obvious way upserts a total, with an index by rank. */
export async function movingCandidates(
  { db, pool }: System,
  { tourId, newShow }: ScoredBoard,
): Promise<{ ours: Moving; obvious: Moving }> {
  const boards = [GLOBAL_BOARD, tourId]
  const { id: showId, first, corrected } = newShow

  const move = (from: number | null, to: number | null) =>
    db.transaction().execute(async (trx) => {
      await holdLock(trx, 'standings')
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
    const scores =
      sets.length === 1
        ? 'scores AS new'
        : '(SELECT * FROM scores WHERE score_set_id = $3) AS old JOIN scores AS new USING (user_id)'
    await pool.query(
      `INSERT INTO ranked (board, user_id, total)
       SELECT board, user_id, ${points} FROM ${scores}, unnest($1::integer[]) AS board
       WHERE new.score_set_id = $2
       ON CONFLICT (board, user_id) DO UPDATE SET total = ranked.total + excluded.total`,
      [boards, ...sets],
    )
  }

  return {
    ours: moving(pool, 'ours', 'standings', {
      add: () => move(null, first),
      correct: () => move(first, corrected),
      remove: () => move(corrected, null),
    }),
    obvious: moving(pool, 'obvious', 'ranked', {
      add: () => upsert('new.total', [first]),
      correct: () => upsert('new.total - old.total', [corrected, first]),
      remove: () => upsert('-new.total', [corrected]),
    }),
  }
}

function moving(
  pool: System['pool'],
  name: string,
  table: string,
  moves: Record<'add' | 'correct' | 'remove', () => Promise<void>>,
): Moving {
  async function timeSettled(move: () => Promise<void>): Promise<number> {
    // Dead rows and dirty pages of one move must not slow the next one.
    await pool.query(`VACUUM ${table}`)
    await pool.query('CHECKPOINT')
    return secondsOf(move)
  }
  return candidate(name, async () => {
    const added = await timeSettled(moves.add)
    const corrected = await timeSettled(moves.correct)
    await moves.remove()
    return { added, corrected, both: added + corrected }
  })
}
