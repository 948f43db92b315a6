import { MADE_BY_HAND } from '@called-it/shared/contract/catalogue'
import { counted } from '@called-it/shared/contract/counted'
import { MAX_SONG_ID } from '@called-it/shared/game/setlist'
import { sql } from 'kysely'
import { slugOf } from '../../../setlist-sources/slug.ts'
import type { SourceSong, SourceSongReference } from '../../../setlist-sources/source.ts'
import type { Database, DatabaseTransaction } from '../../client.ts'
import { givenSongs, type IdentifiedSong, identifySongs } from './identified-songs.ts'

/** Until the end of the transaction: two concurrent imports would take the same ids. Copies of a dry run need no lock. */
export async function holdSongNumbers(trx: DatabaseTransaction): Promise<void> {
  await sql`
    SELECT pg_advisory_xact_lock(hashtext('song numbers')) WHERE to_regclass('pg_temp.songs') IS NULL`.execute(
    trx,
  )
}

type Reference = SourceSongReference & Partial<Pick<SourceSong, 'timesPlayed'>>

/**
 * Inserts missing songs with the next free ids, in the order given, and stores ids and slugs that are new for known
 * songs.
 *
 * @param showSourceId the show whose setlist they are
 * @throws TooManySongsError
 */
export async function addSongs<Song extends Reference>(
  trx: DatabaseTransaction,
  source: string,
  references: readonly Song[],
  showSourceId: string | null = null,
): Promise<{ songs: IdentifiedSong<Song>[]; changed: number }> {
  const identify = () => identifySongs(trx, source, references, showSourceId)
  let songs = await identify()
  let changed = 0
  if (songs.some(({ songId, takesId }) => songId === null || takesId)) {
    await holdSongNumbers(trx)
    await storeIds(trx, await identify())
    changed = await insertSongs(trx, source, listMissing(await identify()))
    songs = await identify()
  }
  await storeSlugs(trx, source, songs)
  return { songs, changed }
}

/** @throws TooManySongsError if the list has more new songs than there are numbers left */
export async function checkRoomForSongs(
  db: Database,
  source: string,
  references: readonly Reference[],
): Promise<void> {
  await checkSongNumbers(db, listMissing(await identifySongs(db, source, references)).length)
}

/** Where a song has two ids, the id that is played more is its own, and the other one is another song's. */
async function storeIds(
  trx: DatabaseTransaction,
  songs: readonly IdentifiedSong<Reference>[],
): Promise<void> {
  const ids = new Map<number, string>()
  const given = new Set<string>()
  for (const { songId, sourceId, takesId } of songs.toSorted(
    (one, other) => (other.timesPlayed ?? 0) - (one.timesPlayed ?? 0),
  )) {
    if (!takesId || songId === null || sourceId === null || ids.has(songId) || given.has(sourceId)) continue
    ids.set(songId, sourceId)
    given.add(sourceId)
  }
  if (ids.size === 0) return
  await sql`
    UPDATE songs SET source_id = given.source_id
    FROM unnest(${[...ids.keys()]}::integer[], ${[...ids.values()]}::text[]) AS given(song_id, source_id)
    WHERE songs.id = given.song_id`.execute(trx)
}

/** Each song once. One without an id is another one's if its slug has two ids. */
function listMissing<Song extends Reference>(songs: readonly IdentifiedSong<Song>[]): IdentifiedSong<Song>[] {
  const withId = new Set(songs.flatMap(({ sourceId, slug }) => (sourceId === null ? [] : slug)))
  const missing = new Map<string, IdentifiedSong<Song>>()
  for (const song of songs) {
    const { songId, sourceId, slug } = song
    if (songId !== null || (sourceId === null && withId.has(slug))) continue
    const key = sourceId === null ? `slug ${slug}` : `id ${sourceId}`
    if (!missing.has(key)) missing.set(key, song)
  }
  return [...missing.values()]
}

/** An identity column would skip an id for every known song, and ids end at 65,535. */
async function insertSongs(
  trx: DatabaseTransaction,
  source: string,
  songs: readonly IdentifiedSong<Reference>[],
): Promise<number> {
  if (songs.length === 0) return 0
  await checkSongNumbers(trx, songs.length)
  await sql`
    WITH given AS (${givenSongs(songs)})
    INSERT INTO songs (id, source, source_id, slug, name)
    SELECT (SELECT coalesce(max(id), 0) FROM songs) + row_number() OVER (ORDER BY place),
      ${source}, source_id, slug, name
    FROM given`.execute(trx)
  return songs.length
}

/** A song keeps its first slug; each further one is an alias. */
async function storeSlugs(
  trx: DatabaseTransaction,
  source: string,
  songs: readonly IdentifiedSong[],
): Promise<void> {
  const renamed = songs.filter(({ songId, slug, storedSlug }) => songId !== null && slug !== storedSlug)
  if (renamed.length === 0) return
  await sql`
    WITH given AS (${givenSongs(renamed)})
    INSERT INTO song_aliases (source, kind, alias, song_id)
    SELECT DISTINCT ON (given.slug) ${source}, 'slug', given.slug, songs.id
    FROM given JOIN songs ON songs.id = given.song_id
    ORDER BY given.slug, songs.times_played DESC, songs.id
    ON CONFLICT (source, kind, alias) DO UPDATE SET song_id = excluded.song_id
    WHERE song_aliases.song_id != excluded.song_id`.execute(trx)
}

/** The message is for admins. */
export class TooManySongsError extends Error {
  override readonly name = 'TooManySongsError'

  constructor(count: number) {
    const [needed, room] = [counted(count, 'song'), counted(MAX_SONG_ID, 'song')]
    super(`With those of the source there would be ${needed}, and an installation has room for ${room}.`)
  }
}

/** @throws TooManySongsError where the numbers left, which are never reused, do not suffice */
export async function checkSongNumbers(db: Database, missing: number): Promise<void> {
  if (missing === 0) return
  const { rows } = await sql<{ last: number }>`SELECT coalesce(max(id), 0) AS last FROM songs`.execute(db)
  const count = (rows[0]?.last ?? 0) + missing
  if (count > MAX_SONG_ID) throw new TooManySongsError(count)
}

/**
 * The song of this name of a show's source, inserted if it is missing. Without an id of the source: an import that lists
 * its slug gives it one.
 *
 * @throws TooManySongsError
 */
export async function addSongByName(
  trx: DatabaseTransaction,
  { showId, name }: { showId: number; name: string },
): Promise<{ songId: number; isNew: boolean }> {
  // A show made by hand has no songs of its own.
  const { rows } = await sql<{ source: string }>`
    SELECT coalesce(
      CASE WHEN source = ${MADE_BY_HAND} THEN (SELECT songs.source FROM songs ORDER BY songs.id DESC LIMIT 1) END,
      source) AS source
    FROM shows WHERE id = ${showId}`.execute(trx)
  const source = rows[0]?.source ?? MADE_BY_HAND
  const { songs, changed } = await addSongs(trx, source, [{ sourceId: null, slug: slugOf(name), name }])
  const songId = songs[0]?.songId ?? null
  if (songId === null) throw new Error('the song was not inserted')
  return { songId, isNew: changed > 0 }
}
