import type { TourPlayers } from '@called-it/shared/game/live/tour-board'
import { sql } from 'kysely'
import type { Database } from '../../client.ts'

/**
 * The standings of a tour's players and of those who have a prediction for a show, by name, then id. A player who is not
 * on the tour's board yet has zeros.
 */
export async function getTourPlayers(db: Database, tourId: number, showId: number): Promise<TourPlayers> {
  // One value with sixteen bytes a player: a million rows would block the process.
  const { rows } = await sql<{ packed: Buffer | null; isScored: boolean }>`
    SELECT (SELECT is_scored FROM shows WHERE id = ${showId}) AS "isScored", string_agg(
      int4send(user_id) || int4send(coalesce(total, 0)) || int4send(coalesce(best, 0)) || int4send(coalesce(shows, 0)),
      ''::bytea ORDER BY users.sort_name, users.id
    ) AS packed
    FROM (SELECT user_id FROM predictions WHERE show_id = ${showId}) AS tonight
      FULL JOIN (SELECT user_id, total, best, shows FROM standings WHERE board = ${tourId}) AS standing
        USING (user_id)
      JOIN users ON users.id = user_id`.execute(db)
  const [{ packed, isScored } = { packed: null, isScored: false }] = rows
  return { standings: new Int32Array(Uint8Array.from(packed?.swap32() ?? []).buffer), isScored }
}
