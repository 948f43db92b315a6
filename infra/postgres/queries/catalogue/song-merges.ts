import { type MergedSongs, resolveSong } from '@called-it/shared/game/merged-songs'
import { type RawBuilder, sql } from 'kysely'
import type { Database, DatabaseTransaction } from '../../client.ts'

/*
 * A merge is one field of the merged song: picks, setlists and scores keep their rows, and reading resolves them. The
 * songs may be of different sources, because a site that changed its source has the same songs twice.
 */

export const songSubject = (songId: number) => `song:${songId}`

export type SongMerge = { songId: number; into: number | null }

/**
 * Defines `merged_songs`, with the song at the end of each merged one's chain. Needs WITH RECURSIVE.
 *
 * @param change as if it were stored
 */
export function mergedSongs(change?: SongMerge): RawBuilder<unknown> {
  const stored = sql`SELECT id, merged_into FROM songs WHERE merged_into IS NOT NULL`
  const links = !change
    ? stored
    : change.into === null
      ? sql`${stored} AND id <> ${change.songId}`
      : sql`${stored} AND id <> ${change.songId} UNION ALL SELECT ${change.songId}::integer, ${change.into}::integer`
  return sql`
    song_links AS (${links}),
    song_chains AS (
      SELECT id, merged_into AS song_id FROM song_links
      UNION
      SELECT song_chains.id, song_links.merged_into
      FROM song_chains JOIN song_links ON song_links.id = song_chains.song_id
    ),
    merged_songs AS (SELECT id, song_id FROM song_chains WHERE song_id NOT IN (SELECT id FROM song_links))`
}

export async function getMergedSongs(db: Database, change?: SongMerge): Promise<MergedSongs> {
  const { rows } = await sql<{ id: number; song_id: number }>`
    WITH RECURSIVE ${mergedSongs(change)} SELECT id, song_id FROM merged_songs ORDER BY id`.execute(db)
  return new Map(rows.map(({ id, song_id }) => [id, song_id]))
}

export type MergePlan = SongMerge & {
  /** The present value of the field. */
  from: number | null
  before: MergedSongs
  after: MergedSongs
}

/** What storing a merge, or ending one with null, would change. A merge into a merged song goes to its end. */
export async function planMerge(
  db: Database,
  { songId, into }: SongMerge,
): Promise<MergePlan | 'unknown' | 'cycle'> {
  const known = await db
    .selectFrom('songs')
    .select(['id', 'merged_into as from'])
    .where('id', 'in', [songId, into ?? songId])
    .execute()
  const song = known.find(({ id }) => id === songId)
  if (!song || (into !== null && !known.some(({ id }) => id === into))) return 'unknown'
  const end = into === null ? null : resolveSong(await getMergedSongs(db, { songId, into: null }), into)
  if (end === songId) return 'cycle'
  return {
    songId,
    into: end,
    from: song.from,
    before: await getMergedSongs(db),
    after: await getMergedSongs(db, { songId, into: end }),
  }
}

/** All songs that are one song before or after the merge. */
export function listConcernedSongs({ songId, before, after }: MergePlan): number[] {
  const ends = new Set([resolveSong(before, songId), resolveSong(after, songId)])
  const merged = [...before, ...after].filter(([, end]) => ends.has(end)).map(([id]) => id)
  return [...new Set([...ends, ...merged])].toSorted((a, b) => a - b)
}

export async function updateMerge(trx: DatabaseTransaction, { songId, into }: SongMerge): Promise<void> {
  await trx.updateTable('songs').set({ merged_into: into }).where('id', '=', songId).execute()
}

export type ScoredShow = Awaited<ReturnType<typeof listScoredShowsWith>>[number]

/** Scored shows in which one of the songs was played, in the setlist that was scored; oldest first. */
export async function listScoredShowsWith(db: Database, songIds: readonly number[]) {
  return db
    .selectFrom('shows')
    .innerJoin('score_sets', 'score_sets.id', 'shows.score_set_id')
    .select([
      'shows.id',
      'shows.showdate as date',
      'shows.venue',
      'score_sets.id as scoreSetId',
      'score_sets.revision_id as revisionId',
      'score_sets.points_version as pointsVersion',
    ])
    .where('shows.excluded', '=', false)
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('performances')
          .select('performances.song_id')
          .whereRef('performances.revision_id', '=', 'score_sets.revision_id')
          .where('performances.song_id', '=', sql<number>`ANY(${songIds}::integer[])`),
      ),
    )
    .orderBy('shows.showdate')
    .orderBy('shows.id')
    .execute()
}
