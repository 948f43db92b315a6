import { setImmediate as nextTurn } from 'node:timers/promises'
import {
  type IdentifiedSong,
  identifySongs,
} from '@called-it/infra/postgres/queries/catalogue/identified-songs'
import { getPlayedSets } from '@called-it/infra/postgres/queries/catalogue/setlists'
import {
  listUnlistedSongs,
  type NamedSong,
  type SongRename,
  type UnlistedSong,
} from '@called-it/infra/postgres/queries/catalogue/song-renames'
import {
  SetlistSourceError,
  type SourceSong,
  type SourceSongReference,
} from '@called-it/infra/setlist-sources/source'
import { type ArrangedSets, arrangeSets, SET_NAMES } from '@called-it/shared/game/setlist'
import type { RunContext } from '../../runs/run-context.ts'
import type { FindSetlist } from './hidden-plays.ts'
import { nameKey, spellingDistance } from './spelling.ts'

type Context = Pick<RunContext<'import-catalogue'>, 'db' | 'source' | 'signal'>

/** A site takes a request a second. */
const MAX_SETLISTS = 20
/** `Harbor Teeth` and `Harbour Teeth` differ by a twelfth. */
const MAX_DISTANCE = 0.25

/**
 * Finds songs that the list lacks and that seem to be in it as newer songs: one of those has the song's place when the
 * source sends its last setlist again, or is spelled much like it. Where both have ids, they are two songs.
 *
 * Call it before the list is stored.
 */
export async function findRenames(
  context: Context,
  songs: readonly SourceSong[],
  findSetlist: FindSetlist,
): Promise<SongRename[]> {
  const { db, source, signal } = context
  const listed = await identifySongs(db, source.name, songs)
  const unlisted = await listUnlistedSongs(db, source.name, listed)
  const renames = new Map<string, SongRename>()
  for (const [index, song] of unlisted.entries()) {
    // A thousand names by a thousand take 5 s, and a run without a heartbeat is another worker's after 8 s.
    await nextTurn()
    signal.throwIfAborted()
    const newer = listed.filter(
      ({ songId, sourceId, slug }) =>
        (songId === null || songId > song.id) && (sourceId === null || !song.hasId) && !renames.has(slug),
    )
    if (newer.length === 0) continue
    const inPlace = index < MAX_SETLISTS ? await findInPlace(context, song, findSetlist) : null
    const found = newer.find(({ slug }) => slug === inPlace?.slug)
    const renamed = found ?? findBySpelling(song, newer)
    if (!renamed) continue
    renames.set(renamed.slug, {
      songId: song.id,
      slug: renamed.storedSlug ?? renamed.slug,
      reason: found ? 'position' : 'spelling',
      showId: (found && song.lastShow?.id) ?? null,
    })
  }
  return [...renames.values()]
}

/** What the source has now in the song's place of its last setlist, if that has as many songs as before. */
async function findInPlace(
  { db }: Context,
  { id, lastShow }: UnlistedSong,
  findSetlist: FindSetlist,
): Promise<SourceSongReference | null> {
  if (!lastShow) return null
  try {
    const setlist = await findSetlist(lastShow)
    const before = listSets(await getPlayedSets(db, lastShow.revisionId))
    const after = listSets(arrangeSets(setlist?.entries ?? []))
    const set = before.findIndex((songs) => songs.some((song) => song.id === id))
    const place = before[set]?.findIndex((song) => song.id === id) ?? 0
    return (before[set]?.length === after[set]?.length && after[set]?.[place]) || null
  } catch (error) {
    // A failing source is no reason to fail: names can be compared.
    if (error instanceof SetlistSourceError) return null
    throw error
  }
}

function listSets<Song>(sets: ArrangedSets<Song>): (readonly Song[])[] {
  return [...SET_NAMES.map((name) => sets[name]), ...sets.further.map(({ songs }) => songs)]
}

function findBySpelling<Song extends IdentifiedSong>(
  { name }: UnlistedSong,
  newer: readonly Song[],
): Song | undefined {
  const [closest] = newer
    .map((song) => ({ song, distance: spellingDistance(name, song.name) }))
    .filter(({ distance }) => distance < MAX_DISTANCE)
    .toSorted((one, other) => one.distance - other.distance)
  return closest?.song
}

/**
 * Finds songs whose names have one key. Each is the first listed one of its key; songs with one name and two ids are two.
 *
 * @param songs listed ones first
 */
export function findSameNames(songs: readonly NamedSong[]): SongRename[] {
  const first = new Map<string, NamedSong>()
  return songs.flatMap((song) => {
    const key = nameKey(song.name)
    const same = first.get(key)
    if (key === '' || (same?.name === song.name && same.hasId && song.hasId)) return []
    if (!same) {
      if (song.isListed) first.set(key, song)
      return []
    }
    const [kept, newer] = song.isListed ? [same, song] : [song, same]
    return [{ songId: kept.id, slug: newer.slug, reason: 'name', showId: null }]
  })
}
