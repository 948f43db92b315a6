import type { SourceShow, SourceSong } from '../source.ts'
import { type SetlistRow, songOf } from './setlist.ts'

/**
 * Statistics of songs derived from setlists. Excluded shows and performances and soundchecks make a song
 * known without counting.
 *
 * @param shows oldest first
 */
export function countPlays(
  shows: readonly SourceShow[],
  setlists: ReadonlyMap<string, readonly SetlistRow[]>,
): ReadonlyMap<string, SourceSong> {
  const counting = shows.filter((show) => !show.excluded && setlists.has(show.sourceId))
  const songs = new Map<string, SourceSong>()
  for (const row of Array.from(setlists.values()).flat()) {
    const key = row.songid ?? row.slug
    if (songs.has(key)) continue
    songs.set(key, { ...songOf(row), timesPlayed: 0, gap: null, lastPlayed: null, onlyExcluded: true })
  }
  for (const [index, show] of counting.entries()) {
    const rows = setlists.get(show.sourceId) ?? []
    const played = rows.filter((row) => !row.exclude && row.set !== 's')
    for (const key of new Set(played.map((row) => row.songid ?? row.slug))) {
      const song = songs.get(key)
      if (song === undefined) continue
      songs.set(key, {
        ...song,
        timesPlayed: (song.timesPlayed ?? 0) + 1,
        gap: counting.length - 1 - index,
        lastPlayed: show.date,
        onlyExcluded: false,
      })
    }
  }
  return songs
}
