import { groupBySet } from '@called-it/shared/game/group-by-set'
import { type Points, pointsOfVersion } from '@called-it/shared/game/points'
import type { ArrangedSets } from '@called-it/shared/game/setlist'
import { sql } from 'kysely'
import type { Database } from '../../client.ts'
import { mergedSongs } from './song-merges.ts'

export type Setlist = {
  revisionId: number
  /** Counts the show's revisions, from 1. */
  revision: number
  origin: 'source' | 'hand'
  text: string
  notes: string | null
  createdAt: Date
}

export type PlayedSong = { id: number; name: string }

export async function findSetlist(db: Database, showId: number): Promise<Setlist | null> {
  const setlist = await db
    .selectFrom('shows')
    .innerJoin('setlist_revisions', 'setlist_revisions.id', 'shows.setlist_revision_id')
    .select([
      'setlist_revisions.id as revisionId',
      'setlist_revisions.number as revision',
      'setlist_revisions.origin',
      'setlist_revisions.text',
      'setlist_revisions.notes',
      'setlist_revisions.created_at as createdAt',
    ])
    .where('shows.id', '=', showId)
    .executeTakeFirst()
  return setlist ?? null
}

/** What a score set was computed from. */
export async function getScoredBy(
  db: Database,
  scoreSetId: number,
): Promise<{ revisionId: number; points: Points }> {
  const { revision_id, points_version } = await db
    .selectFrom('score_sets')
    .select(['revision_id', 'points_version'])
    .where('id', '=', scoreSetId)
    .executeTakeFirstOrThrow()
  return { revisionId: revision_id, points: pointsOfVersion(points_version) }
}

/** Merged songs are shown as the song that they are. */
export async function getPlayedSets(db: Database, revisionId: number): Promise<ArrangedSets<PlayedSong>> {
  const { rows } = await sql<PlayedSong & { set: string }>`
    WITH RECURSIVE ${mergedSongs()}
    SELECT performances.set_name AS set, songs.id, songs.name
    FROM performances
      LEFT JOIN merged_songs ON merged_songs.id = performances.song_id
      JOIN songs ON songs.id = coalesce(merged_songs.song_id, performances.song_id)
    WHERE performances.revision_id = ${revisionId}
    ORDER BY performances.sequence`.execute(db)
  return groupBySet(rows.map(({ set, id, name }) => ({ set, song: { id, name } })))
}
