import type { SourceSong } from '../source.ts'
import type { SongRow } from './rows.ts'

/** Each song once: the site's list has some twice. */
export function songsOf(rows: readonly SongRow[]): readonly SourceSong[] {
  const songs = new Map(rows.map((row) => [row.songid ?? row.slug, row]))
  return Array.from(songs.values(), (row) => ({
    sourceId: row.songid,
    slug: row.slug,
    name: row.song,
    timesPlayed: row.times_played,
    gap: row.gap,
    lastPlayed: row.last_played,
  }))
}
