import type { Database } from '@called-it/infra/postgres/client'
import { rebuildStandings } from '@called-it/infra/postgres/queries/standings/standings-moves'
import { sql } from 'kysely'
import { fillFans, fillTour, insertSimulatedShow } from '../support/simulation/queries.ts'
import { secondsOf } from './stats.ts'

/** No run has this id. */
const NO_RUN = 0
const SHOWS = 2

export type ScoredBoard = {
  tourId: number
  /** A show that is not scored yet, with two score sets of some players. */
  newShow: { id: number; first: number; corrected: number }
  /** Counting the standings of all players anew. */
  rebuildSeconds: number
}

/**
 * Adds players of scored shows, and one more show with the scores that are to be added to the standings. With two shows
 * each, totals spread over a few hundred values as in a season.
 */
export async function fillScoredBoard(
  db: Database,
  { players, scores }: { players: number; scores: number },
): Promise<ScoredBoard> {
  await fillFans(db, players)
  const tourId = await fillTour(db)
  for (let show = 1; show <= SHOWS; show++) {
    const { id, revisionId } = await addShow(db, tourId)
    const set = await addScores(db, { id, revisionId, players: 1, seed: show })
    await sql`UPDATE shows SET score_set_id = ${set} WHERE id = ${id}`.execute(db)
  }
  const { id, revisionId } = await addShow(db, tourId)
  const share = scores / players
  const first = await addScores(db, { id, revisionId, players: share, seed: SHOWS + 1 })
  const corrected = await addScores(db, { id, revisionId, players: share, seed: SHOWS + 1, correction: 0.5 })
  const rebuildSeconds = await secondsOf(() => db.transaction().execute((trx) => rebuildStandings(trx)))
  await sql`VACUUM ANALYZE`.execute(db)
  return { tourId, newShow: { id, first, corrected }, rebuildSeconds }
}

async function addShow(db: Database, tourId: number): Promise<{ id: number; revisionId: number }> {
  const noSongs = { set1: [], set2: [], encore: [], further: [] }
  const id = await db.transaction().execute((trx) => insertSimulatedShow(trx, tourId, noSongs))
  const show = await db
    .selectFrom('shows')
    .select('setlist_revision_id')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return { id, revisionId: show.setlist_revision_id ?? 0 }
}

/** Scores of a share of the players, always the same by seed; a correction adds three points to that share of them. */
async function addScores(
  db: Database,
  show: { id: number; revisionId: number; players: number; seed: number; correction?: number },
): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    INSERT INTO score_sets (show_id, revision_id, run_id) VALUES (${show.id}, ${show.revisionId}, ${NO_RUN})
    RETURNING id`.execute(db)
  const set = rows[0]?.id ?? 0
  const random = (place: number) =>
    sql`((hashint4extended(id, ${show.seed * 10 + place}::bigint) & 65535) / 65536.0)`
  await sql`
    INSERT INTO scores (score_set_id, user_id, total, song_in_show, song_in_set, correct_song, correct_special, encore_in_set)
    SELECT ${set}::integer, id, (floor((${random(1)} + ${random(2)} + ${random(3)}) * 10) * 3
      + CASE WHEN ${random(4)} < ${show.correction ?? 0}::float8 THEN 3 ELSE 0 END)::smallint, 0, 0, 0, 0, 0
    FROM users WHERE ${random(5)} < ${show.players}::float8
    ORDER BY ${random(6)}`.execute(db)
  return set
}
