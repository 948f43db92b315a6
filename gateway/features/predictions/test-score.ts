import type { PlayedSong } from '@called-it/infra/postgres/queries/catalogue/setlists'
import type { Song } from '@called-it/infra/postgres/queries/catalogue/songs'
import type { PlayedSetlist } from '@called-it/shared/contract/breakdowns'
import type { Issue } from '@called-it/shared/contract/error-body'
import { sampleSetlist } from '@called-it/shared/game/sample-setlist'
import { type ArrangedSets, SET_NAMES, type SetName, type SongId } from '@called-it/shared/game/setlist'
import { said } from '@called-it/shared/languages/said'
import { ApiError } from '../../http/errors.ts'
import { toSongNames, UNKNOWN_SONG } from '../../resources/song-names.ts'

type PlayedEntry = PlayedSetlist[SetName][number]

/** For songs outside the catalogue: no pick has this id, so they keep their position and score nothing. */
const NO_SONG: SongId = 0

export function samplePlayedSets(catalogue: readonly Song[]): ArrangedSets<PlayedSong> {
  const names = toSongNames(catalogue)
  const sample = sampleSetlist(catalogue)
  const toSongs = (songIds: readonly SongId[]) => songIds.map((id) => ({ id, name: names.nameOf(id) }))
  return {
    set1: toSongs(sample.set1),
    set2: toSongs(sample.set2),
    encore: toSongs(sample.encore),
    further: [],
  }
}

/**
 * Finds the catalogue's song for each entry: by id, else by slug, else by name, ignoring case. Of two songs with the
 * same slug or name, the one played more often is used. Songs that are merged into one are found as that one.
 *
 * @throws ApiError 422 for an entry that has none of the three
 */
export function readPlayedSets(setlist: PlayedSetlist, catalogue: readonly Song[]): ArrangedSets<PlayedSong> {
  const nameless: Issue[] = SET_NAMES.flatMap((set) =>
    setlist[set].flatMap((entry, index) =>
      isNamed(entry) ? [] : [{ path: `actualSetlist.${set}.${index}`, message: said('field.entry') }],
    ),
  )
  if (nameless.length > 0) throw new ApiError('invalid', { issues: nameless })
  const identify = songFinder(catalogue)
  const toSongs = (entries: readonly PlayedEntry[]) => inOrder(entries).map(identify)
  return {
    set1: toSongs(setlist.set1),
    set2: toSongs(setlist.set2),
    encore: toSongs(setlist.encore),
    further: [],
  }
}

function isNamed(entry: PlayedEntry): boolean {
  return (
    entry.id !== undefined ||
    entry.slug !== undefined ||
    entry.name !== undefined ||
    entry.songName !== undefined
  )
}

/** Sorts by position; an entry without one has its place in the list. */
function inOrder(entries: readonly PlayedEntry[]): readonly PlayedEntry[] {
  return entries
    .map((entry, index) => ({ entry, place: entry.position ?? index + 1 }))
    .toSorted((a, b) => a.place - b.place)
    .map(({ entry }) => entry)
}

function songFinder(catalogue: readonly Song[]): (entry: PlayedEntry) => PlayedSong {
  const rarestFirst = catalogue.toSorted((a, b) => a.times_played - b.times_played || b.id - a.id)
  const merged = catalogue.flatMap((song) => song.merged.map((known) => ({ known, song })))
  const named = [...merged, ...rarestFirst.map((song) => ({ known: song, song }))]
  const byId = new Map(named.map(({ known, song }) => [known.id, song]))
  const bySlug = new Map(named.map(({ known, song }) => [known.slug, song]))
  const byName = new Map(named.map(({ known, song }) => [known.name.toLowerCase(), song]))
  return ({ id, slug, name, songName }) => {
    const written = name ?? songName
    const song =
      id !== undefined
        ? byId.get(id)
        : slug !== undefined
          ? bySlug.get(slug)
          : byName.get(written?.trim().toLowerCase() ?? '')
    return song ? { id: song.id, name: song.name } : { id: NO_SONG, name: written ?? slug ?? UNKNOWN_SONG }
  }
}
