import { groupBySet } from '@called-it/shared/game/group-by-set'
import { pointsOfVersion } from '@called-it/shared/game/points'
import type { ActualSetlist, ArrangedSets } from '@called-it/shared/game/setlist'
import { sql } from 'kysely'
import type { Database, DatabaseTransaction } from '../../client.ts'
import { mergedSongs } from './song-merges.ts'

export type PlayedSong = { id: number; name: string }

export async function findSetlist(db: Database, showId: number) {
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
export async function getScoredBy(db: Database, scoreSetId: number) {
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

export type Performance = {
  sequence: number
  setName: string
  /** Position in the set, from 1; a second encore continues the first. */
  position: number
  songId: number
  /** Null where the setlist was entered as a whole. */
  playedAt: Date | null
}

export async function insertPerformances(
  trx: DatabaseTransaction,
  revisionId: number,
  performances: readonly Performance[],
): Promise<void> {
  if (performances.length === 0) return
  await trx
    .insertInto('performances')
    .values(
      performances.map(({ sequence, setName, position, songId, playedAt }) => ({
        revision_id: revisionId,
        sequence,
        set_name: setName,
        position,
        song_id: songId,
        played_at: playedAt,
      })),
    )
    .execute()
}

export async function listPerformances(db: Database, revisionId: number): Promise<Performance[]> {
  return db
    .selectFrom('performances')
    .select(['sequence', 'set_name as setName', 'position', 'song_id as songId', 'played_at as playedAt'])
    .where('revision_id', '=', revisionId)
    .orderBy('sequence')
    .execute()
}

export async function countPerformances(db: Database, revisionId: number): Promise<number> {
  const { count } = await db
    .selectFrom('performances')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('revision_id', '=', revisionId)
    .executeTakeFirstOrThrow()
  return count
}

/** With the songs as they are stored: the scorer resolves merged ones. */
export async function getActualSetlist(db: Database, revisionId: number): Promise<ActualSetlist> {
  const performances = await listPerformances(db, revisionId)
  return groupBySet(performances.map(({ setName, songId }) => ({ set: setName, song: songId })))
}

/** By revision, with the songs as they are stored. */
export async function listActualSetlists(
  db: Database,
  revisionIds: readonly number[],
): Promise<Map<number, ActualSetlist>> {
  const performances = await db
    .selectFrom('performances')
    .select(['revision_id as revisionId', 'set_name as set', 'song_id as song'])
    .where('revision_id', '=', sql<number>`ANY(${revisionIds}::integer[])`)
    .orderBy('revision_id')
    .orderBy('sequence')
    .execute()
  const byRevision = Map.groupBy(performances, ({ revisionId }) => revisionId)
  return new Map(Array.from(byRevision, ([revisionId, played]) => [revisionId, groupBySet(played)]))
}
