import type { SetlistSource, SourceGlance } from './source.ts'

/** @throws SetlistSourceError */
export async function glanceAt(source: SetlistSource): Promise<SourceGlance> {
  if (source.glance) return source.glance()
  const shows = await source.listShows()
  const songs = await source.listSongs()
  return {
    showCount: shows.length,
    tourCount: new Set(shows.flatMap(({ tourSourceId }) => tourSourceId ?? [])).size,
    songCount: songs.length,
    shows,
  }
}
