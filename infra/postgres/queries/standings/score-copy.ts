import { addAbortSignal } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { BulkScorer } from '@called-it/shared/game/bulk-scoring'
import copyStreams from 'pg-copy-streams'
import type { Postgres } from '../../client.ts'
import { createPicksReader, createScoreWriter, type PicksBatch, SCORE_COLUMNS } from '../../copy-binary.ts'

/*
 * COPY for scoring; `backup.ts` has the other one. Kysely cannot carry it: a COPY through it yields no rows and no error. Each
 * direction has a connection of the pool to itself.
 */

type Pool = Postgres['pool']

/**
 * Reads every prediction of a show by its player's number, in batches as they arrive. Memory stays bounded: nothing is
 * read ahead of who consumes it.
 *
 * The scores are stored in the order in which the predictions come: their key grows at its end then, which is a fifth
 * quicker than all over, and whoever reads them player by player reads page by page.
 */
export async function* streamPredictions(
  pool: Pool,
  showId: number,
  signal: AbortSignal,
): AsyncGenerator<PicksBatch, void, undefined> {
  signal.throwIfAborted()
  const client = await pool.connect()
  let isWhole = false
  try {
    const rows = client.query(
      copyStreams.to(
        `COPY (SELECT user_id, picks FROM predictions WHERE show_id = ${showId} ORDER BY user_id)
         TO STDOUT (FORMAT binary)`,
      ),
    )
    addAbortSignal(signal, rows)
    const read = createPicksReader()
    for await (const chunk of rows) yield read(chunk)
    isWhole = true
  } finally {
    // A connection in the middle of a COPY is of no use to anybody.
    client.release(!isWhole)
  }
}

export type ScoredCount = {
  /** Predictions that were scored. */
  processed: number
  /** Predictions that could not be read. */
  errors: number
}

/**
 * Scores every prediction of a show into a set of scores, in one COPY: the set is whole, or empty.
 *
 * @param onProgress told how many predictions have been gone through so far
 */
export async function copyScores(
  pool: Pool,
  { showId, scoreSetId, scorer }: { showId: number; scoreSetId: number; scorer: BulkScorer },
  { signal, onProgress }: { signal: AbortSignal; onProgress: (done: number) => void },
): Promise<ScoredCount> {
  const count = { processed: 0, errors: 0 }

  async function* score(): AsyncGenerator<Buffer, void, undefined> {
    const writer = createScoreWriter(scoreSetId)
    for await (const batch of streamPredictions(pool, showId, signal)) {
      for (let index = 0; index < batch.count; index++) {
        const userId = batch.userIds[index] ?? 0
        const full = writer.add(userId, scorer.score(batch.bytes, batch.offsets[index] ?? 0))
        if (full) yield full
      }
      count.processed += batch.count
      count.errors += batch.unreadable
      onProgress(count.processed + count.errors)
    }
    yield writer.finish()
  }

  const client = await pool.connect()
  let isWhole = false
  try {
    const rows = client.query(
      copyStreams.from(`COPY scores (${SCORE_COLUMNS.join(', ')}) FROM STDIN (FORMAT binary)`),
    )
    await pipeline(score(), rows, { signal })
    isWhole = true
  } finally {
    client.release(!isWhole)
  }
  return count
}
