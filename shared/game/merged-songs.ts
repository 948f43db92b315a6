import type { SongId } from './setlist.ts'

/** The song that each merged song is, at the end of its chain. Songs that are not merged are absent. */
export type MergedSongs = ReadonlyMap<SongId, SongId>

export const NO_MERGES: MergedSongs = new Map()

export function resolveSong(merged: MergedSongs, songId: SongId): SongId {
  return merged.get(songId) ?? songId
}
