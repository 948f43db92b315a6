import { type Song, songEndpoints } from '@called-it/shared/contract/songs'
import { queryOptions, type UseQueryResult, useQuery, useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import { request } from '../api/api.ts'
import { queryKeys } from '../api/query-keys.ts'
import { refetchSoon } from '../events/refetch-soon.ts'
import { useServerEvent } from '../events/use-server-event.ts'

export const songsQuery = queryOptions({
  queryKey: queryKeys.songs,
  queryFn: async ({ signal }): Promise<Song[]> => (await request(songEndpoints.listSongs, { signal })).songs,
})

export function useSongs(): UseQueryResult<Song[]> {
  return useQuery(songsQuery)
}

/** Refetches the songs after the catalogue has changed. Once on a page, whose parts share them. */
export function useCatalogueChanges(): void {
  const queryClient = useQueryClient()
  useServerEvent('catalogue:changed', () => refetchSoon(queryClient, queryKeys.songs))
}

/** Whether the list has a song; true for all while it is not loaded. */
export function useIsListed(): (songId: number) => boolean {
  const { data: songs } = useSongs()
  return useMemo(() => {
    const listed = songs && new Set(songs.map(({ id }) => id))
    return (songId) => listed?.has(songId) ?? true
  }, [songs])
}
