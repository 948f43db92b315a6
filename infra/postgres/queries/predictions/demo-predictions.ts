import { packPicks } from '@called-it/shared/game/bulk/packed-picks'
import type { Picks } from '@called-it/shared/game/setlist'
import { sql } from 'kysely'
import type { Database } from '../../client.ts'

export type DemoShow = {
  id: number
  sourceId: string
  date: string
  isScored: boolean
  hasPredictions: boolean
}

export async function listDemoShows(db: Database): Promise<DemoShow[]> {
  return db
    .selectFrom('shows')
    .select(({ exists, selectFrom }) => [
      'id',
      'source_id as sourceId',
      'showdate as date',
      'is_scored as isScored',
      exists(selectFrom('predictions').select('id').whereRef('show_id', '=', 'shows.id'))
        .$castTo<boolean>()
        .as('hasPredictions'),
    ])
    .where('source', '=', 'demo')
    .orderBy('showdate')
    .orderBy('id')
    .execute()
}

export type DemoPrediction = {
  showId: number
  userId: number
  picks: Picks
  /** ISO 8601; a future time counts as now. */
  createdAt: string
}

export async function insertMissingPredictions(
  db: Database,
  predictions: readonly DemoPrediction[],
): Promise<void> {
  if (predictions.length === 0) return
  const records = predictions.map(({ showId, userId, picks, createdAt }) => ({
    show_id: showId,
    user_id: userId,
    picks: Buffer.from(packPicks(picks)).toString('hex'),
    created_at: createdAt,
  }))
  await sql`
    INSERT INTO predictions (show_id, user_id, picks, created_at, updated_at)
    SELECT show_id, user_id, decode(picks, 'hex'), least(created_at, now()), least(created_at, now())
    FROM jsonb_to_recordset(${JSON.stringify(records)}::jsonb) AS given(
      show_id integer, user_id integer, picks text, created_at timestamptz)
    ON CONFLICT (show_id, user_id) DO NOTHING`.execute(db)
}
