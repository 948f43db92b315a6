import { sql } from 'kysely'
import type { Database } from '../../client.ts'

/** A fan's own score of a show, as it is told to them. */
export type UserScore = {
  userId: number
  predictionId: number
  /** Null until the show is scored, and again after a reset. */
  total: number | null
  /** Of the show's live topic, 0 where it never changed. */
  version: number
}

/** The scores of those among some fans who have a prediction for a show, all as of one version. */
export async function listUserScores(
  db: Database,
  showId: number,
  userIds: readonly number[],
): Promise<UserScore[]> {
  return db
    .selectFrom('predictions')
    .innerJoin('shows', 'shows.id', 'predictions.show_id')
    .leftJoin('scores', (join) =>
      join
        .onRef('scores.score_set_id', '=', 'shows.score_set_id')
        .onRef('scores.user_id', '=', 'predictions.user_id'),
    )
    .leftJoin('topic_versions', (join) =>
      join.on('topic_versions.topic', '=', sql<string>`'show:' || shows.id`),
    )
    .select([
      'predictions.user_id as userId',
      'predictions.id as predictionId',
      'scores.total',
      sql<number>`coalesce(topic_versions.version, 0)`.as('version'),
    ])
    .where('predictions.show_id', '=', showId)
    .where('predictions.user_id', '=', sql<number>`any(${userIds}::integer[])`)
    .execute()
}
