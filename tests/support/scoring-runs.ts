import { changeAndTell } from '@called-it/infra/live/change'
import type { Database } from '@called-it/infra/postgres/client'
import { insertRun } from '@called-it/infra/postgres/queries/work/runs'
import { topics } from '@called-it/shared/contract/live'

/** Orders the scoring of a show as a gateway does, without one, and tells nobody. Answers with the run. */
export function orderScoring(db: Database, showId: number): Promise<number> {
  return changeAndTell(db, { publish: async () => undefined }, async (trx, changed) => {
    changed.add(topics.runs)
    const order = { showId, fetchSetlist: false }
    return (await insertRun(trx, { kind: 'score-show', order, orderedBy: null })).runId
  })
}

export function readRun(db: Database, runId: number) {
  return db.selectFrom('runs').selectAll().where('id', '=', runId).executeTakeFirstOrThrow()
}

/** How many sets of a show have scores, those that never counted among them. */
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
