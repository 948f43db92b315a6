import type { NightFeats } from '@called-it/shared/game/feats'
import type { SongId } from '@called-it/shared/game/setlist'
import { sql } from 'kysely'
import type { Database, DatabaseTransaction } from '../../client.ts'
import { SYSTEM_PLAYERS } from '../../schema/chances.ts'
import { IS_PAST, SHOW_ORDER } from '../catalogue/shows.ts'
import { mergedSongs } from '../catalogue/song-merges.ts'
import { tryShareBadges } from '../work/advisory-locks.ts'
import { enqueueTourBadges } from './badge-jobs.ts'

export type ScoredNight = {
  revisionId: number
  pointsVersion: number
  players: number
  bestTotal: number
  machineTotal: number | null
}

/** Null for a show without scores. */
export async function findScoredNight(db: Database, showId: number): Promise<ScoredNight | null> {
  const { rows } = await sql<ScoredNight>`
    SELECT score_sets.revision_id AS "revisionId", score_sets.points_version AS "pointsVersion", scored.*,
      (SELECT score FROM system_predictions
        WHERE show_id = shows.id AND player = ${SYSTEM_PLAYERS.machine}) AS "machineTotal"
    FROM shows
      JOIN score_sets ON score_sets.id = shows.score_set_id,
      LATERAL (SELECT count(*)::integer AS players, coalesce(max(total), 0)::integer AS "bestTotal"
        FROM scores WHERE score_set_id = shows.score_set_id) AS scored
    WHERE shows.id = ${showId}`.execute(db)
  return rows[0] ?? null
}

/** How many past shows lie between a show and the last one before with each song of its setlist. */
export async function listGapsBefore(
  db: Database,
  { showId, revisionId }: { showId: number; revisionId: number },
): Promise<ReadonlyMap<SongId, number>> {
  const { rows } = await sql<{ song: number; gap: number }>`
    WITH RECURSIVE ${mergedSongs()},
    past AS (
      SELECT setlist_revision_id AS revision_id, row_number() OVER (ORDER BY ${SHOW_ORDER} DESC) - 1 AS gap
      FROM shows JOIN (SELECT ${SHOW_ORDER} AS place FROM shows WHERE id = ${showId}) AS this_show
        ON ${SHOW_ORDER} < this_show.place
      WHERE ${IS_PAST}
    ),
    played AS (
      SELECT DISTINCT coalesce(merged_songs.song_id, performances.song_id) AS song
      FROM performances LEFT JOIN merged_songs ON merged_songs.id = performances.song_id
      WHERE performances.revision_id = ${revisionId}
    ),
    same_songs AS (
      SELECT song, song AS id FROM played
      UNION ALL SELECT song_id, id FROM merged_songs WHERE song_id IN (SELECT song FROM played)
    )
    SELECT song, min(past.gap)::integer AS gap
    FROM same_songs
      JOIN performances ON performances.song_id = same_songs.id
      JOIN past USING (revision_id)
    GROUP BY song`.execute(db)
  return new Map(rows.map(({ song, gap }) => [song, gap]))
}

/** Deleted users get none. */
export async function insertNightFeats(
  trx: DatabaseTransaction,
  showId: number,
  { userIds, found }: { userIds: readonly number[]; found: readonly NightFeats[] },
): Promise<void> {
  await sql`
    INSERT INTO night_feats (show_id, user_id, feats, rarest_song, rarest_gap)
    SELECT ${showId}, given.*
    FROM unnest(${userIds}::integer[], ${found.map(({ feats }) => feats)}::smallint[],
        ${found.map(({ rarest }) => rarest?.song ?? null)}::integer[],
        ${found.map(({ rarest }) => rarest?.gap ?? null)}::integer[]) AS given (user_id)
      JOIN users ON users.id = user_id AND users.deleted_at IS NULL`.execute(trx)
}

export async function deleteFeatsOfShow(trx: DatabaseTransaction, showId: number): Promise<void> {
  await trx.deleteFrom('night_feats').where('show_id', '=', showId).execute()
}

/** Leaves them to a job where `deleteBadges` does. */
export async function deleteFeats(trx: DatabaseTransaction, userId: number): Promise<void> {
  if (!(await tryShareBadges(trx))) return enqueueTourBadges(trx)
  await trx.deleteFrom('night_feats').where('user_id', '=', userId).execute()
}

export async function deleteFeatsOfDeletedUsers(trx: DatabaseTransaction): Promise<void> {
  await sql`DELETE FROM night_feats USING users WHERE users.id = user_id AND users.deleted_at IS NOT NULL`.execute(
    trx,
  )
}
