import type { Database } from '@called-it/infra/postgres/client'
import { listSongsByIds } from '@called-it/infra/postgres/queries/catalogue/songs'
import { type Picks, SET_NAMES, type SongId } from '@called-it/shared/game/setlist'

export type SongNames = {
  has(songId: SongId): boolean
  nameOf(songId: SongId): string
}

export const UNKNOWN_SONG = 'Unknown song'

export function toSongNames(songs: Iterable<{ id: SongId; name: string }>): SongNames {
  const names = new Map(Array.from(songs, ({ id, name }) => [id, name]))
  return { has: (songId) => names.has(songId), nameOf: (songId) => names.get(songId) ?? UNKNOWN_SONG }
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
