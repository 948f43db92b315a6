import { sql } from 'kysely'
import type { Database, DatabaseTransaction } from '../../client.ts'
import type { StoredReplayStep } from '../../schema/builds.ts'

/** Null if none of this score set is stored. */
export async function findReplay(
  db: Database,
  showId: number,
  scoreSetId: number,
): Promise<StoredReplayStep[] | null> {
  const replay = await db
    .selectFrom('replays')
    .select('steps')
    .where('show_id', '=', showId)
    .where('score_set_id', '=', scoreSetId)
    .executeTakeFirst()
  return replay?.steps ?? null
}

/** Replaces that of an older score set. */
export async function storeReplay(
  trx: DatabaseTransaction,
  replay: { showId: number; scoreSetId: number; steps: readonly StoredReplayStep[] },
): Promise<void> {
  const row = { score_set_id: replay.scoreSetId, steps: JSON.stringify(replay.steps) }
  await trx
    .insertInto('replays')
    .values({ show_id: replay.showId, ...row })
    .onConflict((conflict) =>
      conflict.column('show_id').doUpdateSet({ ...row, created_at: sql<Date>`now()` }),
    )
    .execute()
}
