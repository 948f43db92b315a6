import { addAbortSignal } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { BulkScorer } from '@called-it/shared/game/bulk/bulk-scoring'
import copyStreams from 'pg-copy-streams'
import type { Postgres } from '../../client.ts'
import { createPicksReader, createScoreWriter, type PicksBatch, SCORE_COLUMNS } from '../../copy-binary.ts'

/*
 * COPY for scoring. Kysely cannot run it: a COPY through Kysely yields no rows and no error. Each direction
 * uses its own connection of the pool.
 */

type Pool = Postgres['pool']

/**
 * Streams the predictions of a show by user id, in batches as they arrive. Memory stays bounded, because
 * nothing is read ahead of the consumer.
 *
 * Scores are inserted in this order: their index then grows at its end, which is a fifth faster than in random
 * order, and reading them by user reads pages in sequence.
 */
export function streamPredictions(
  pool: Pool,
  showId: number,
  signal: AbortSignal,
): AsyncGenerator<PicksBatch, void, undefined> {
  return copyPicks(
    pool,
    `SELECT user_id, picks FROM predictions WHERE show_id = ${showId} ORDER BY user_id`,
    signal,
  )
}

/** @param query of user ids and packed picks */
export async function* copyPicks(
  pool: Pool,
  query: string,
  signal: AbortSignal,
): AsyncGenerator<PicksBatch, void, undefined> {
  signal.throwIfAborted()
  const client = await pool.connect()
  let isComplete = false
  try {
    const rows = client.query(copyStreams.to(`COPY (${query}) TO STDOUT (FORMAT binary)`))
    addAbortSignal(signal, rows)
    const read = createPicksReader()
    for await (const chunk of rows) yield read(chunk)
    isComplete = true
  } finally {
    // A connection in the middle of a COPY cannot be reused.
    client.release(!isComplete)
  }
}

export type ScoredCount = {
  processed: number
  errors: number
}

/**
 * Scores all predictions of a show into a score set, in one COPY: the set is complete or empty.
 *
 * @param onProgress called with the number of predictions processed so far
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
  let isComplete = false
  try {
    const rows = client.query(
      copyStreams.from(`COPY scores (${SCORE_COLUMNS.join(', ')}) FROM STDIN (FORMAT binary)`),
    )
    await pipeline(score(), rows, { signal })
    isComplete = true
  } finally {
    client.release(!isComplete)
  }
  return count
}
