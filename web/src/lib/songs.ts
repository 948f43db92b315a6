import { type Song, songEndpoints } from '@called-it/shared/contract/songs'
import { queryOptions, type UseQueryResult, useQuery } from '@tanstack/react-query'
import { request } from './api.ts'
import { queryKeys } from './query-keys.ts'

export const songsQuery = queryOptions({
  queryKey: queryKeys.songs,
  queryFn: async ({ signal }): Promise<Song[]> => (await request(songEndpoints.listSongs, { signal })).songs,
})

export function useSongs(): UseQueryResult<Song[]> {
  return useQuery(songsQuery)
}
