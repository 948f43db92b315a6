import { changeAndPublish } from '@called-it/infra/events/change'
import type { Database } from '@called-it/infra/postgres/client'
import { insertRun } from '@called-it/infra/postgres/queries/work/runs'
import { topics } from '@called-it/shared/contract/events'

/** Enqueues the scoring of a show without a gateway, publishes nothing, and returns the id of the run. */
export function enqueueScoring(db: Database, showId: number, { fetchSetlist = false } = {}): Promise<number> {
  return changeAndPublish(db, { publish: async () => undefined }, async (trx, changed) => {
    changed.add(topics.runs)
    const order = { showId, fetchSetlist }
    return (await insertRun(trx, { kind: 'score-show', order, orderedBy: null })).runId
  })
}

export function readRun(db: Database, runId: number) {
  return db.selectFrom('runs').selectAll().where('id', '=', runId).executeTakeFirstOrThrow()
}

/** Score sets of a show with scores, including those that were never published. */
export async function countFilledSets(db: Database, showId: number): Promise<number> {
  const sets = await db
    .selectFrom('score_sets')
    .innerJoin('scores', 'scores.score_set_id', 'score_sets.id')
    .select('score_sets.id')
    .distinct()
    .where('score_sets.show_id', '=', showId)
    .execute()
  return sets.length
}
