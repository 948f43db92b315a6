import { sql } from 'kysely'
import type { DatabaseTransaction } from '../../client.ts'

/** With the work itself, what follows a score is done within a minute. */
export const MAX_HOLD_SECONDS = 45
/** Left to the pages that get a score, and to the next show. */
const AFTER_SCORE_SECONDS = 2

/** Shows are scored: their next steps need the processors that other work would take. */
export const IS_SCORING = sql<boolean>`EXISTS (
  SELECT FROM runs
  WHERE kind = 'score-show'
    AND (state IN ('queued', 'running') OR ended_at > now() - make_interval(secs => ${AFTER_SCORE_SECONDS}))
)`

/** For a job that can wait a minute. */
export async function isHeldByScoring(trx: DatabaseTransaction, outboxId: string): Promise<boolean> {
  const { rows } = await sql`
    SELECT FROM outbox
    WHERE id = ${outboxId} AND created_at > now() - make_interval(secs => ${MAX_HOLD_SECONDS})
      AND ${IS_SCORING}`.execute(trx)
  return rows.length > 0
}
