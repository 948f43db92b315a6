import { OPENERS } from '@called-it/shared/contract/chances'
import type { LikelyOpeners } from '@called-it/shared/contract/show-pages'
import { queryOptions, type UseQueryResult, useQuery } from '@tanstack/react-query'
import { queryKeys } from '../api/query-keys.ts'
import { songsQuery } from '../songs/songs.ts'
import { chancesQuery } from './chances.ts'

/** The songs most likely to open a show; null where there are no chances. The show's own page comes with them. */
export function openersQuery(showId: number) {
  return queryOptions({
    queryKey: queryKeys.openers(showId),
    queryFn: async ({ client }): Promise<LikelyOpeners | null> => {
      const [chances, songs] = await Promise.all([
        client.fetchQuery(chancesQuery(showId)),
        client.ensureQueryData(songsQuery),
      ])
      if (chances === null) return null
      const listed = new Map(songs.map((song) => [song.id, song.name]))
      const { recent_shows, tour_shows, suggestions, ofSongs } = chances
      const openers = (suggestions[0] ?? []).flatMap((songId) => {
        const [name, played] = [listed.get(songId), ofSongs.get(songId)]
        return name !== undefined && played ? { ...played, name } : []
      })
      return {
        recent_shows,
        tour_shows,
        songs: openers.slice(0, OPENERS).toSorted((one, other) => (other.chance ?? 0) - (one.chance ?? 0)),
      }
    },
  })
}

export function useOpeners(showId: number): UseQueryResult<LikelyOpeners | null> {
  return useQuery(openersQuery(showId))
}
