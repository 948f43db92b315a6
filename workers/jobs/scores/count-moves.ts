import { countPredictions } from '@called-it/infra/postgres/queries/predictions/predictions'
import { streamPredictions } from '@called-it/infra/postgres/queries/standings/scores'
import type { RunKind, RunResult } from '@called-it/shared/contract/runs'
import type { BulkScorer } from '@called-it/shared/game/bulk/bulk-scoring'
import type { RunContext } from '../../runs/run-context.ts'

export type Moves = Omit<RunResult<'preview-scores'>, 'setlist'>

type Scorers = {
  /** Null while the show is not scored: every prediction has 0 points. */
  before: BulkScorer | null
  after: BulkScorer
}

/** Compares the points of a show's predictions under two setlists, in one pass. */
export async function countMoves(
  { db, pool, signal }: Pick<RunContext<RunKind>, 'db' | 'pool' | 'signal'>,
  showId: number,
  { before, after }: Scorers,
  onProgress: (done: number, total: number) => void = () => undefined,
): Promise<Moves> {
  const all = await countPredictions(db, showId)
  const moves = { predictions: 0, raised: 0, lowered: 0, largestRise: 0, largestFall: 0 }
  onProgress(0, all)
  for await (const batch of streamPredictions(pool, showId, signal)) {
    for (let index = 0; index < batch.count; index++) {
      const offset = batch.offsets[index] ?? 0
      const held = before?.score(batch.bytes, offset).total ?? 0
      const rise = after.score(batch.bytes, offset).total - held
      if (rise > 0) moves.raised++
      if (rise < 0) moves.lowered++
      moves.largestRise = Math.max(moves.largestRise, rise)
      moves.largestFall = Math.max(moves.largestFall, -rise)
    }
    moves.predictions += batch.count
    onProgress(moves.predictions, all)
  }
  return { ...moves, moved: moves.raised + moves.lowered }
}
