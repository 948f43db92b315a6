import type { SourceDay, SourceSong } from '../source.ts'

export interface SongRow {
  readonly songid: string | null
  readonly song: string
  readonly slug: string
  readonly times_played: number | null
  readonly gap: number | null
  readonly last_played: SourceDay | null
}

/** The site's list has duplicates. */
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
