import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Postgres } from '@called-it/infra/postgres/client'
import { SCORE_COLUMNS } from '@called-it/infra/postgres/copy-binary'
import { insertScoreSet } from '@called-it/infra/postgres/queries/standings/score-sets'
import { copyScores } from '@called-it/infra/postgres/queries/standings/scores'
import { createBulkScorer } from '@called-it/shared/game/bulk/bulk-scoring'
import copyStreams from 'pg-copy-streams'
import type { SimulatedShow } from '../support/simulation/simulate.ts'
import { type Candidate, candidate } from './runner.ts'

type Timed = Candidate<'rowsPerSecond'>

/** No run has this id, and no sweeper looks at these score sets. */
const NO_RUN = 0

/** Reads, scores and stores a show's predictions by the functions of the scoring job; `lastSet` is what a turn filled. */
export function oursCandidate(
  { db, pool }: Postgres,
  show: SimulatedShow,
): { ours: Timed; lastSet: () => number } {
  const scorer = createBulkScorer(show.setlist)
  let scoreSetId = 0
  const ours = candidate('ours: read, score, store', async () => {
    await pool.query('DELETE FROM scores WHERE score_set_id = $1', [scoreSetId])
    await settle(pool, 'scores')
    scoreSetId = await db.transaction().execute(async (trx) => {
      const { setlist_revision_id: revisionId } = await trx
        .selectFrom('shows')
        .select('setlist_revision_id')
        .where('id', '=', show.id)
        .executeTakeFirstOrThrow()
      return insertScoreSet(trx, { showId: show.id, revisionId: revisionId ?? 0, runId: NO_RUN })
    })
    const begunAt = performance.now()
    const { processed } = await copyScores(
      pool,
      { showId: show.id, scoreSetId, scorer },
      { signal: new AbortController().signal, onProgress: () => undefined },
    )
    return { rowsPerSecond: perSecond(processed, begunAt) }
  })
  return { ours, lastSet: () => scoreSetId }
}

/** The limit: COPY of finished rows, those of the score set, into a table of the same columns and key. */
export async function copyCandidate(pool: Postgres['pool'], scoreSetId: () => number): Promise<Timed> {
  await pool.query('CREATE TABLE finished_scores (LIKE scores INCLUDING ALL)')
  const columns = SCORE_COLUMNS.join(', ')
  return candidate('limit: COPY of finished rows', async () => {
    const rows = await readFinished(pool, scoreSetId())
    await pool.query('TRUNCATE finished_scores')
    await settle(pool, 'finished_scores')
    const client = await pool.connect()
    try {
      const begunAt = performance.now()
      const copy = client.query(
        copyStreams.from(`COPY finished_scores (${columns}) FROM STDIN (FORMAT binary)`),
      )
      await pipeline(Readable.from(rows, { objectMode: false }), copy)
      return { rowsPerSecond: perSecond(copy.rowCount, begunAt) }
    } finally {
      client.release()
    }
  })
}

/** The rows in COPY's format, in the order in which scoring writes them. */
async function readFinished(pool: Postgres['pool'], scoreSetId: number): Promise<Buffer[]> {
  const client = await pool.connect()
  try {
    const rows = client.query(
      copyStreams.to(
        `COPY (SELECT ${SCORE_COLUMNS.join(', ')} FROM scores WHERE score_set_id = ${scoreSetId} ORDER BY ctid)
         TO STDOUT (FORMAT binary)`,
      ),
    )
    const blocks: Buffer[] = []
    for await (const block of rows) blocks.push(block)
    return blocks
  } finally {
    client.release()
  }
}

/**
 * The obvious way: the score is a column of the prediction; nothing is even computed. Each turn fills the table anew: an
 * UPDATE on pages that an earlier one has loosened is nearly twice as quick, but a show is first scored only once.
 */
export async function updateCandidate(pool: Postgres['pool'], show: SimulatedShow): Promise<Timed> {
  await pool.query('CREATE TABLE scored_predictions (LIKE predictions INCLUDING ALL, score smallint)')
  return candidate('obvious: bare UPDATE', async () => {
    await pool.query('TRUNCATE scored_predictions')
    await pool.query(
      `INSERT INTO scored_predictions (id, show_id, user_id, picks) OVERRIDING SYSTEM VALUE
       SELECT id, show_id, user_id, picks FROM predictions WHERE show_id = $1 ORDER BY ctid`,
      [show.id],
    )
    await settle(pool, 'scored_predictions')
    const begunAt = performance.now()
    const { rowCount } = await pool.query('UPDATE scored_predictions SET score = 1 WHERE show_id = $1', [
      show.id,
    ])
    return { rowsPerSecond: perSecond(rowCount ?? 0, begunAt) }
  })
}

/** Dead rows and dirty pages of one turn must not slow the next one. */
async function settle(pool: Postgres['pool'], table: string): Promise<void> {
  await pool.query(`VACUUM ANALYZE ${table}`)
  await pool.query('CHECKPOINT')
}

function perSecond(rows: number, begunAt: number): number {
  return rows / ((performance.now() - begunAt) / 1000)
}
