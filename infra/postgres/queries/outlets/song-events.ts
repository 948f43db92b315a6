import { sql } from 'kysely'
import type { DatabaseTransaction } from '../../client.ts'
import { IS_TONIGHT } from '../catalogue/shows.ts'
import { mergedSongs } from '../catalogue/song-merges.ts'
import { insertAnnouncement } from '../notifications/announcements.ts'
import { findShowOfEvent, insertPublicEvents } from './public-events.ts'

type NewSong = {
  set: string
  position: number
  sequence: number
  /** As it is stored. */
  songId: number
  /** A merged song is the song that it is. */
  song: { id: number; name: string }
}

/** Announces the songs that a revision adds to the setlist of a show that runs. Call it with the locked show. */
export async function announceSongs(
  trx: DatabaseTransaction,
  { showId, revisionId }: { showId: number; revisionId: number },
): Promise<void> {
  const songs = await listNewSongs(trx, revisionId)
  const show = songs.length === 0 ? null : await findShowOfEvent(trx, showId)
  if (!show) return
  await insertPublicEvents(
    trx,
    songs.map(({ set, position, songId, song }) => ({
      kind: 'song-played',
      showId,
      // The same after an undo.
      key: `song-played:${showId}:${set}:${position}:${songId}`,
      payload: { show, set, position, song },
    })),
  )
  const first = songs.find(({ sequence }) => sequence === 1)
  if (first && !(await isFirstSongAnnounced(trx, showId))) {
    await insertAnnouncement(trx, { kind: 'first-song', showId, payload: { song: first.song.name } })
  }
}

/** Those that the revision before does not have, or not as often; none of a show that does not run. */
async function listNewSongs(trx: DatabaseTransaction, revisionId: number): Promise<NewSong[]> {
  const { rows } = await sql<NewSong>`
    WITH RECURSIVE ${mergedSongs()},
    revisions AS (
      SELECT newest.id, before.id AS before_id
      FROM setlist_revisions AS newest
        JOIN shows ON shows.id = newest.show_id
        LEFT JOIN setlist_revisions AS before
          ON before.show_id = newest.show_id AND before.number = newest.number - 1
      WHERE newest.id = ${revisionId} AND ${IS_TONIGHT}
        AND (newest.open_set IS NOT NULL OR before.open_set IS NOT NULL)
    ),
    played AS (
      SELECT performances.*, row_number() OVER (PARTITION BY revision_id, song_id ORDER BY sequence) AS time
      FROM performances JOIN revisions ON performances.revision_id IN (revisions.id, revisions.before_id)
    )
    SELECT played.set_name AS set, played.position, played.sequence, played.song_id AS "songId",
      json_build_object('id', songs.id, 'name', songs.name) AS song
    FROM played
      JOIN revisions ON revisions.id = played.revision_id
      LEFT JOIN merged_songs ON merged_songs.id = played.song_id
      JOIN songs ON songs.id = coalesce(merged_songs.song_id, played.song_id)
    WHERE NOT EXISTS (
      SELECT FROM played AS known
      WHERE known.revision_id = revisions.before_id AND known.song_id = played.song_id AND known.time = played.time)
    ORDER BY played.sequence`.execute(trx)
  return rows
}

async function isFirstSongAnnounced(trx: DatabaseTransaction, showId: number): Promise<boolean> {
  const announced = await trx
    .selectFrom('announcements')
    .select('id')
    .where('show_id', '=', showId)
    .where('kind', '=', 'first-song')
    .limit(1)
    .executeTakeFirst()
  return announced !== undefined
}
