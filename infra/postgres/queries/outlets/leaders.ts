import type { PublicEvent } from '@called-it/shared/outlets/public-events'
import { sql } from 'kysely'
import type { Database } from '../../client.ts'

const MAX_ROWS = 10

export type Leader = { userId: number; rank: number; points: number }

/** The first rows of a show's board, in its order; a player who shows no picks has no name. */
export async function nameLeaders(
  db: Database,
  leaders: readonly Leader[],
): Promise<PublicEvent<'show-final'>['leaders']> {
  const { rows } = await sql<PublicEvent<'show-final'>['leaders'][number]>`
    SELECT leader.rank, leader.points,
      CASE WHEN users.shows_picks AND users.deleted_at IS NULL AND users.suspended_at IS NULL
        THEN users.display_name END AS name
    FROM jsonb_to_recordset(${JSON.stringify(leaders)}::jsonb) AS leader("userId" integer, rank integer, points integer)
      JOIN users ON users.id = leader."userId"
    ORDER BY leader.points DESC, users.sort_name, users.id
    LIMIT ${MAX_ROWS}`.execute(db)
  return rows
}
