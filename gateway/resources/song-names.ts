import type { Database } from '@called-it/infra/postgres/client'
import { type KnownSong, listSongsByIds } from '@called-it/infra/postgres/queries/catalogue/songs'
import { type Picks, SET_NAMES, type SongId } from '@called-it/shared/game/setlist'

export type SongNames = {
  has(songId: SongId): boolean
  /** The name of the song that it is merged into, if any; `idOf` gives that one's number. */
  nameOf(songId: SongId): string
  idOf(songId: SongId): SongId
  ownNameOf(songId: SongId): string
  /** Whether the song can be picked; false for an unknown one. */
  isListed(songId: SongId): boolean
}

export const UNKNOWN_SONG = 'Unknown song'

type NamedSong = { id: SongId; name: string } & Partial<Pick<KnownSong, 'isListed' | 'song'>>

export function toSongNames(songs: Iterable<NamedSong>): SongNames {
  const known = new Map(Array.from(songs, (song) => [song.id, song]))
  const ownNameOf = (songId: SongId) => known.get(songId)?.name ?? UNKNOWN_SONG
  return {
    has: (songId) => known.has(songId),
    nameOf: (songId) => known.get(songId)?.song?.name ?? ownNameOf(songId),
    idOf: (songId) => known.get(songId)?.song?.id ?? songId,
    ownNameOf,
    isListed: (songId) => known.get(songId)?.isListed ?? known.has(songId),
  }
}

export async function readSongNames(db: Database, allPicks: readonly Picks[]): Promise<SongNames> {
  return readNamesById(db, allPicks.flatMap(listSongs))
}

export function listSongs(picks: Picks): SongId[] {
  return SET_NAMES.flatMap((set) => picks[set].filter((id) => id !== null))
}

export async function readNamesById(db: Database, songIds: readonly SongId[]): Promise<SongNames> {
  return toSongNames(songIds.length > 0 ? await listSongsByIds(db, [...new Set(songIds)]) : [])
}
