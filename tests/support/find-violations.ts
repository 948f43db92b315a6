import type { Database } from '@called-it/infra/postgres/client'
import { getActualSetlist } from '@called-it/infra/postgres/queries/catalogue/setlists'
import { getMergedSongs } from '@called-it/infra/postgres/queries/catalogue/song-merges'
import { getTopicVersion } from '@called-it/infra/postgres/queries/events/topic-versions'
import { verifyStandings } from '@called-it/infra/postgres/queries/standings/standings-moves'
import { getOutboxState } from '@called-it/infra/postgres/queries/work/outbox-maintenance'
import { topics } from '@called-it/shared/contract/events'
import { GLOBAL_BOARD } from '@called-it/shared/contract/leaderboards'
import { unpackPicks } from '@called-it/shared/game/bulk/packed-picks'
import { pointsOfVersion } from '@called-it/shared/game/points'
import { scorePrediction } from '@called-it/shared/game/scoring'
import { sql } from 'kysely'
import type { Page } from './page.ts'
import type { AcknowledgedSave } from './saving.ts'

export type Expected = {
  saves?: readonly AcknowledgedSave[]
  pages?: readonly Page[]
}

/** Checks jobs, acknowledged saves, scores, standings and open pages after a fault; returns a line for each violation. */
export async function findViolations(
  db: Database,
  { saves = [], pages = [] }: Expected = {},
): Promise<string[]> {
  const openWork = await findOpenWork(db)
  // What follows from open work is not there yet.
  if (openWork.length > 0) return openWork
  // After a crash Postgres has no statistics, and joins 20,000 rows in nested loops.
  await sql`ANALYZE`.execute(db)
  const found = await Promise.all([
    findMissingSaves(db, saves),
    findWrongScores(db),
    findWrongNotifications(db),
    verifyStandings(db).then((differences) => differences.map((one) => JSON.stringify(one))),
    findOldPages(db, pages),
  ])
  return found.flat()
}

async function findOpenWork(db: Database): Promise<string[]> {
  const { open, dead } = await getOutboxState(db)
  const runs = await listIncompleteRuns(db)
  const { rows: messages } = await sql`SELECT FROM messages WHERE done_at IS NULL`.execute(db)
  return [
    ...(messages.length > 0 ? [`${messages.length} messages are open`] : []),
    ...(open > 0 ? [`${open} jobs are open`] : []),
    ...(dead > 0 ? [`${dead} jobs are dead`] : []),
    ...runs.map(({ id, state, error }) => `run ${id} is ${state}${error ? `: ${error.code}` : ''}`),
  ]
}

/** Runs without a result. A superseded run counts as completed when the later run that replaced it is done. */
export function listIncompleteRuns(db: Database) {
  return db
    .selectFrom('runs')
    .select(['id', 'state', 'error'])
    .where('state', '!=', 'done')
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('runs as later')
            .select('later.id')
            .whereRef('later.kind', '=', 'runs.kind')
            .whereRef('later.subject', '=', 'runs.subject')
            .whereRef('later.order_number', '>', 'runs.order_number')
            .where('later.state', '=', 'done')
            .where(sql`runs.error ->> 'code'`, '=', 'superseded'),
        ),
      ),
    )
    .execute()
}

async function findMissingSaves(db: Database, saves: readonly AcknowledgedSave[]): Promise<string[]> {
  const rows = await db.selectFrom('predictions').select(['show_id', 'user_id', 'picks']).execute()
  const kept = new Map(rows.map(({ show_id, user_id, picks }) => [`${show_id}:${user_id}`, picks]))
  return saves.flatMap(({ showId, userId, songId }) => {
    const picks = kept.get(`${showId}:${userId}`)
    if (picks === undefined) return [`the picks of user ${userId} for show ${showId} are lost`]
    const song = unpackPicks(picks).set1[0]
    return song === songId ? [] : [`user ${userId} picked ${songId} for show ${showId}, and ${song} is kept`]
  })
}

/** Scored shows with a wrong, missing or superfluous score. */
export async function findWrongScores(db: Database): Promise<string[]> {
  const shows = await db
    .selectFrom('shows')
    .innerJoin('score_sets', 'score_sets.id', 'shows.score_set_id')
    .select(['shows.id as showId', 'score_sets.id as scoreSetId', 'revision_id as revisionId'])
    .select('points_version as pointsVersion')
    .execute()
  const found = await Promise.all(shows.map((show) => compareScores(db, show)))
  return found.flat()
}

async function compareScores(
  db: Database,
  show: { showId: number; scoreSetId: number; revisionId: number; pointsVersion: number },
): Promise<string[]> {
  const { showId, scoreSetId, revisionId } = show
  const points = pointsOfVersion(show.pointsVersion)
  const [actual, merged, predictions, scores] = await Promise.all([
    getActualSetlist(db, revisionId),
    getMergedSongs(db),
    db.selectFrom('predictions').select(['user_id', 'picks']).where('show_id', '=', showId).execute(),
    db.selectFrom('scores').select(['user_id', 'total']).where('score_set_id', '=', scoreSetId).execute(),
  ])
  const scored = new Map(scores.map(({ user_id, total }) => [user_id, total]))
  const wrong = predictions.filter(
    ({ user_id, picks }) =>
      scored.get(user_id) !== scorePrediction(unpackPicks(picks), actual, merged, null, points).total,
  )
  return [
    ...(wrong.length > 0 ? [`${wrong.length} scores of show ${showId} are missing or wrong`] : []),
    ...(scores.length === predictions.length
      ? []
      : [`show ${showId} has ${predictions.length} predictions and ${scores.length} scores`]),
  ]
}

/** Players whose last notification of an announced show has other points than their score, or who got one twice. */
export async function findWrongNotifications(db: Database): Promise<string[]> {
  const { rows } = await sql<{ show_id: number; user_id: number }>`
    WITH told AS (
      SELECT announcements.show_id, notifications.user_id, count(*) AS count,
        count(DISTINCT announcement_id) AS announcements,
        (array_agg(coalesce(detail -> 'after', detail -> 'total') ORDER BY announcement_id DESC))[1]::integer AS total
      FROM notifications JOIN announcements ON announcements.id = notifications.announcement_id
      WHERE announcements.kind IN ('final-score', 'score-corrected')
      GROUP BY announcements.show_id, notifications.user_id
    )
    SELECT shows.id AS show_id, scores.user_id
    FROM shows
      JOIN scores ON scores.score_set_id = shows.score_set_id
      JOIN users ON users.id = scores.user_id AND users.deleted_at IS NULL
      LEFT JOIN told ON told.show_id = shows.id AND told.user_id = scores.user_id
    WHERE EXISTS (SELECT FROM announcements WHERE show_id = shows.id AND kind = 'final-score')
      AND (told.total IS DISTINCT FROM scores.total OR told.count <> told.announcements)`.execute(db)
  return rows.map(({ show_id, user_id }) => `user ${user_id} was told wrong points of show ${show_id}`)
}

async function findOldPages(db: Database, pages: readonly Page[]): Promise<string[]> {
  const watched = [topics.board(GLOBAL_BOARD), topics.settings]
  const versions = await Promise.all(watched.map((topic) => getTopicVersion(db, topic)))
  return pages.flatMap((page, number) => {
    if (!page.isConnected()) return [`page ${number} is not connected`]
    return watched.flatMap((topic, index) =>
      page.shows(topic) === versions[index]
        ? []
        : [
            `page ${number} shows version ${page.shows(topic)} of ${topic}, and ${versions[index]} is the last`,
          ],
    )
  })
}
