import type { Database } from '@called-it/infra/postgres/client'
import { unpackPicks } from '@called-it/shared/game/bulk/packed-picks'
import { scorePrediction } from '@called-it/shared/game/scoring'
import type { ActualSetlist } from '@called-it/shared/game/setlist'
import { sql } from 'kysely'
import { makeSetlist, makeShow, makeSongs } from './factories/catalogue.ts'

/** A show with a setlist and predictions; `points` is the sum of the scores by the pure function. */
export type PredictedShow = { id: number; predictions: number; points: number }

const CATALOGUE = 60

/** Predictions of 19 songs each, scattered over a small catalogue so that songs are picked twice as well. */
export async function makePredictedShow(db: Database, count: number): Promise<PredictedShow> {
  const songIds = await songNumbers(db)
  const actual: ActualSetlist = {
    set1: songIds.slice(0, 9),
    set2: songIds.slice(9, 16),
    encore: [...songIds.slice(16, 18), ...songIds.slice(0, 1)],
    further: [],
  }
  const show = await makeShow(db)
  await makeSetlist(db, show.id, actual)
  await sql`
    INSERT INTO users (email, display_name, sort_name, password_hash)
    SELECT 'crowd-' || number || '@example.test', 'Crowd ' || number, 'crowd ' || number, 'none'
    FROM generate_series(1, ${count}::integer) AS number
    ON CONFLICT (email) DO NOTHING`.execute(db)
  await sql`
    INSERT INTO predictions (show_id, user_id, picks)
    SELECT ${show.id}::integer, users.id, decode((
      SELECT string_agg(lpad(to_hex((${songIds}::integer[])[1 + (users.id * 7 + slot * slot * 13) % ${CATALOGUE}]), 4, '0'), '')
      FROM generate_series(1, 19) AS slot
    ), 'hex')
    FROM users WHERE email LIKE 'crowd-%'`.execute(db)
  const stored = await db.selectFrom('predictions').select('picks').where('show_id', '=', show.id).execute()
  const points = stored.reduce((sum, { picks }) => sum + scorePrediction(unpackPicks(picks), actual).total, 0)
  return { id: show.id, predictions: stored.length, points }
}

/** All with predictions of the same users. */
export async function makePredictedShows(
  db: Database,
  shows: number,
  count: number,
): Promise<PredictedShow[]> {
  const predicted: PredictedShow[] = []
  while (predicted.length < shows) predicted.push(await makePredictedShow(db, count))
  return predicted
}

async function songNumbers(db: Database): Promise<number[]> {
  const known = await db.selectFrom('songs').select('id').orderBy('id').limit(CATALOGUE).execute()
  const songs = known.length === CATALOGUE ? known : await makeSongs(db, CATALOGUE)
  return songs.map(({ id }) => id)
}

/** The published scores of a show; null while it is not scored. */
export async function sumOfScores(
  db: Database,
  showId: number,
): Promise<{ predictions: number; points: number } | null> {
  const sum = await db
    .selectFrom('shows')
    .innerJoin('scores', 'scores.score_set_id', 'shows.score_set_id')
    .select(({ fn }) => [
      fn.countAll<number>().as('predictions'),
      sql<number>`coalesce(sum(scores.total), 0)`.as('points'),
    ])
    .where('shows.id', '=', showId)
    .executeTakeFirstOrThrow()
  return sum.predictions === 0 ? null : sum
}
