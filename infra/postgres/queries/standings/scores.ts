import { sql } from 'kysely'
import type { Database } from '../../client.ts'

/** How many scores sets have. */
export async function countScores(db: Database, scoreSetIds: readonly number[]): Promise<number> {
  const { count } = await db
    .selectFrom('scores')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('score_set_id', '=', sql<number>`ANY(${scoreSetIds}::integer[])`)
    .executeTakeFirstOrThrow()
  return count
}

/** A set is left alone for so long after it was begun, whatever it looks like. */
const YOUNG_MINUTES = 10

/**
 * The sets whose scores lie about: no show points at them, and no run is filling them. Scores may outlive
 * their set's row, where a worker that was frozen for long finished its COPY; so they are looked for among
 * the scores themselves, one step through the key a set.
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
          OR score_sets.created_at > now() - make_interval(mins => ${YOUNG_MINUTES})
        )
      )
    ORDER BY id`.execute(db)
  return rows.map(({ id }) => id)
}

/** Deletes some of a set's scores, so that no statement takes long. Answers with their number, 0 at the end. */
export async function deleteScores(db: Database, scoreSetId: number, limit: number): Promise<number> {
  const { numAffectedRows } = await sql`
    DELETE FROM scores
    WHERE ctid = ANY (ARRAY(SELECT ctid FROM scores WHERE score_set_id = ${scoreSetId} LIMIT ${limit}))
      AND score_set_id = ${scoreSetId}`.execute(db)
  return Number(numAffectedRows ?? 0n)
}

/** Deletes the row of a set that has no scores left. */
export async function deleteScoreSet(db: Database, scoreSetId: number): Promise<void> {
  await db.deleteFrom('score_sets').where('id', '=', scoreSetId).execute()
}
