import { addAbortSignal } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { BulkScorer } from '@called-it/shared/game/bulk/bulk-scoring'
import type { TotalCount } from '@called-it/shared/game/standings'
import { sql } from 'kysely'
import copyStreams from 'pg-copy-streams'
import type { Database, DatabaseTransaction, Postgres } from '../../client.ts'
import { createPicksReader, createScoreWriter, type PicksBatch, SCORE_COLUMNS } from '../../copy-binary.ts'
import type { OrderedBoard } from '../live/live-boards.ts'

export async function countScores(db: Database, scoreSetIds: readonly number[]): Promise<number> {
  const { count } = await db
    .selectFrom('scores')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('score_set_id', '=', sql<number>`ANY(${scoreSetIds}::integer[])`)
    .executeTakeFirstOrThrow()
  return count
}

/** A set younger than this is never deleted. */
const MIN_SET_AGE_MINUTES = 10

/**
 * Score sets that no show points at and no run fills. Scores may outlive their set's row, if a frozen worker
 * finished its COPY late, so the scores themselves are searched, with one index lookup per set.
 */
export async function listOrphanedScoreSets(db: Database): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    WITH RECURSIVE present AS (
      (SELECT score_set_id AS id FROM scores ORDER BY score_set_id LIMIT 1)
      UNION ALL
      SELECT (
        SELECT score_set_id FROM scores WHERE score_set_id > present.id ORDER BY score_set_id LIMIT 1
      )
      FROM present WHERE present.id IS NOT NULL
    )
    SELECT id FROM (SELECT id FROM present WHERE id IS NOT NULL UNION SELECT id FROM score_sets) AS known
    WHERE NOT EXISTS (SELECT FROM shows WHERE shows.score_set_id = known.id)
      AND NOT EXISTS (
        SELECT FROM score_sets JOIN runs ON runs.id = score_sets.run_id
        WHERE score_sets.id = known.id AND (
          runs.state IN ('queued', 'running')
          OR score_sets.created_at > now() - make_interval(mins => ${MIN_SET_AGE_MINUTES})
        )
      )
    ORDER BY id`.execute(db)
  return rows.map(({ id }) => id)
}

/** Deletes up to `limit` scores of a set, so that no statement takes long, and returns their number. */
export async function deleteScores(db: Database, scoreSetId: number, limit: number): Promise<number> {
  const { numAffectedRows } = await sql`
    DELETE FROM scores
    WHERE ctid = ANY (ARRAY(SELECT ctid FROM scores WHERE score_set_id = ${scoreSetId} LIMIT ${limit}))
      AND score_set_id = ${scoreSetId}`.execute(db)
  return Number(numAffectedRows ?? 0n)
}

export async function deleteScoreSet(db: Database, scoreSetId: number): Promise<void> {
  await db.deleteFrom('score_sets').where('id', '=', scoreSetId).execute()
}

/** How many players have each total in a score set. Reads the set: 2 ms for 10,000 players. */
export async function getScoreHistogram(db: Database, scoreSetId: number): Promise<TotalCount[]> {
  return db
    .selectFrom('scores')
    .select(['total', sql<number>`count(*)::integer`.as('players')])
    .where('score_set_id', '=', scoreSetId)
    .groupBy('total')
    .execute()
}

/** A user id and a total. */
const PACKED_BYTES = 6

/** Sorts a million players in memory. */
const SORT_MEMORY = '128MB'

/** All players of a score set in the order of the board of one show. Call it in its own transaction. */
export async function getOrderedScores(trx: DatabaseTransaction, scoreSetId: number): Promise<OrderedBoard> {
  await sql`SET LOCAL work_mem = ${sql.lit(SORT_MEMORY)}`.execute(trx)
  const { rows } = await sql<{ packed: Buffer | null }>`
    SELECT string_agg(int4send(scores.user_id) || int2send(scores.total), ''::bytea
      ORDER BY scores.total DESC, users.sort_name, scores.user_id) AS packed
    FROM scores JOIN users ON users.id = scores.user_id
    WHERE scores.score_set_id = ${scoreSetId}`.execute(trx)
  return unpack(rows[0]?.packed ?? Buffer.alloc(0))
}

/** All players of a score set, in no order. */
export async function getScores(db: Database, scoreSetId: number): Promise<OrderedBoard> {
  const { rows } = await sql<{ packed: Buffer | null }>`
    SELECT string_agg(int4send(user_id) || int2send(total), ''::bytea) AS packed
    FROM scores WHERE score_set_id = ${scoreSetId}`.execute(db)
  return unpack(rows[0]?.packed ?? Buffer.alloc(0))
}

function unpack(packed: Buffer): OrderedBoard {
  const length = packed.length / PACKED_BYTES
  return {
    userIds: Int32Array.from({ length }, (_, at) => packed.readInt32BE(at * PACKED_BYTES)),
    totals: Uint16Array.from({ length }, (_, at) => packed.readUInt16BE(at * PACKED_BYTES + 4)),
  }
}

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

/** In bytes of predictions. A million are 13 collections and 0.2 s of CPU, for 8 MB less at the peak. */
const COLLECT_EVERY = 8_000_000

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
    let uncollected = 0
    for await (const batch of streamPredictions(pool, showId, signal)) {
      for (let index = 0; index < batch.count; index++) {
        const userId = batch.userIds[index] ?? 0
        const full = writer.add(userId, scorer.score(batch.bytes, batch.offsets[index] ?? 0))
        if (full) yield full
      }
      count.processed += batch.count
      count.errors += batch.unreadable
      onProgress(count.processed + count.errors)
      uncollected += batch.bytes.length
      if (uncollected < COLLECT_EVERY) continue
      // V8 counts the handles of COPY's blocks, not their bytes, and would keep those of a whole show.
      globalThis.gc?.({ type: 'major' })
      uncollected = 0
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
