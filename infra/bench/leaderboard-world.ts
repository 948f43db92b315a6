import { sql } from 'kysely'
import type { Database } from '../postgres/client.ts'
import { fillFans, fillTour, insertSimulatedShow } from '../postgres/queries/simulation.ts'
import { rebuildStandings } from '../postgres/queries/standings/standings-count.ts'

/** Shows that every player has played, so that totals spread over a few hundred values as they do in a season. */
const SHOWS = 2
/** A run that does not exist. */
const NO_RUN = 0

export type LeaderboardWorld = {
  tourId: number
  /** A show that nobody has a score of yet, with two sets of scores of some players each: first, and corrected. */
  newShow: { id: number; first: number; corrected: number; scores: number }
  /** How long the standings of all players took to be counted, in seconds. */
  rebuildSeconds: number
}

/** Makes players of two scored shows, and a third show with the scores that are to be added to the standings. */
export async function makeLeaderboardWorld(
  db: Database,
  { players, scores }: { players: number; scores: number },
): Promise<LeaderboardWorld> {
  await fillFans(db, players)
  const tourId = await fillTour(db)
  for (let show = 1; show <= SHOWS; show++) {
    const { id, revisionId } = await makeShow(db, tourId)
    const set = await makeScores(db, { id, revisionId, players: 1, seed: show })
    await sql`UPDATE shows SET score_set_id = ${set} WHERE id = ${id}`.execute(db)
  }
  const { id, revisionId } = await makeShow(db, tourId)
  const share = scores / players
  const first = await makeScores(db, { id, revisionId, players: share, seed: SHOWS + 1 })
  const corrected = await makeScores(db, { id, revisionId, players: share, seed: SHOWS + 1, correction: 0.5 })
  const begunAt = performance.now()
  await db.transaction().execute((trx) => rebuildStandings(trx))
  const rebuildSeconds = (performance.now() - begunAt) / 1000
  await sql`VACUUM ANALYZE`.execute(db)
  return { tourId, newShow: { id, first, corrected, scores }, rebuildSeconds }
}

async function makeShow(db: Database, tourId: number): Promise<{ id: number; revisionId: number }> {
  const noSongs = { set1: [], set2: [], encore: [], further: [] }
  const id = await db.transaction().execute((trx) => insertSimulatedShow(trx, tourId, noSongs))
  const show = await db
    .selectFrom('shows')
    .select('setlist_revision_id')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return { id, revisionId: show.setlist_revision_id ?? 0 }
}

/**
 * Scores of a share of the players, between 0 and some 90 points, most of them in the middle; the same seed
 * gives the same ones. A correction moves that share of them by three points.
 */
async function makeScores(
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
