import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createBulkScorer } from '@called-it/shared/game/bulk-scoring'
import type { ActualSetlist } from '@called-it/shared/game/setlist'
import copyStreams from 'pg-copy-streams'
import type { Postgres } from '../postgres/client.ts'
import { SCORE_COLUMNS } from '../postgres/copy-binary.ts'
import { copyScores } from '../postgres/queries/standings/score-copy.ts'
import { insertScoreSet } from '../postgres/queries/standings/score-sets.ts'
import { type Contender, contender } from './frame.ts'

/** A show with its predictions, and the setlist that they are scored against. */
type PredictedShow = { readonly id: number; readonly setlist: ActualSetlist }

type Timed = Contender<'rowsPerSecond'>

/** A run that does not exist: sets of this benchmark belong to nobody, and no sweeper looks at them. */
const NO_RUN = 0

/** Reads, scores and stores a show's predictions in the way of the scoring job; the set that a turn filled is the last. */
export function oursContender(
  { db, pool }: Postgres,
  show: PredictedShow,
): { ours: Timed; lastSet: () => number } {
  const scorer = createBulkScorer(show.setlist)
  let scoreSetId = 0
  const ours = contender('ours: read, score, store', async () => {
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

/**
 * The limit: COPY of the finished rows alone, made before, into a table of the same columns and key.
 *
 * @param scoreSetId the set that holds the finished rows
 */
export async function copyContender(pool: Postgres['pool'], scoreSetId: () => number): Promise<Timed> {
  await pool.query('CREATE TABLE finished_scores (LIKE scores INCLUDING ALL)')
  const columns = SCORE_COLUMNS.join(', ')
  return contender('limit: COPY of finished rows', async () => {
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

/** The rows as COPY wants them, in the order in which scoring writes them. */
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
 * The obvious way: the score is a column of the prediction. Nothing is even computed here. The predictions lie as fans
 * have saved them, page by page and full: on pages that an update before has loosened the next one is quicker, but a
 * show is scored for the first time once.
 */
export async function updateContender(pool: Postgres['pool'], show: PredictedShow): Promise<Timed> {
  await pool.query('CREATE TABLE scored_predictions (LIKE predictions INCLUDING ALL, score smallint)')
  return contender('obvious: bare UPDATE', async () => {
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

/** What one turn left for later must not slow the next one. */
async function settle(pool: Postgres['pool'], table: string): Promise<void> {
  await pool.query(`VACUUM ANALYZE ${table}`)
  await pool.query('CHECKPOINT')
}

function perSecond(rows: number, begunAt: number): number {
  return rows / ((performance.now() - begunAt) / 1000)
}
