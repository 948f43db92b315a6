import { sql } from 'kysely'
import type { Database } from '../../client.ts'

export async function countScores(db: Database, scoreSetIds: readonly number[]): Promise<number> {
  const { count } = await db
    .selectFrom('scores')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('score_set_id', '=', sql<number>`ANY(${scoreSetIds}::integer[])`)
    .executeTakeFirstOrThrow()
  return count
}

/** A set younger than this is never deleted. */
const MIN_AGE_MINUTES = 10

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
          OR score_sets.created_at > now() - make_interval(mins => ${MIN_AGE_MINUTES})
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
