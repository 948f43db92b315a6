import { sql } from 'kysely'
import type { Database } from '../../client.ts'

export type UserScore = {
  userId: number
  predictionId: number
  /** Null before the show is scored and after a reset. */
  total: number | null
  /** Version of the show's topic; 0 if it never changed. */
  version: number
}

/** The scores of those of the users who have a prediction for a show, all at one version. */
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
