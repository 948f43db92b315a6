import { type Song, songEndpoints } from '@called-it/shared/contract/songs'
import { queryOptions, type UseQueryResult, useQuery } from '@tanstack/react-query'
import { call } from './api.ts'
import { queryKeys } from './query-keys.ts'

/** Every song of the active catalogue. */
export const songsQuery = queryOptions({
  queryKey: queryKeys.songs,
  queryFn: async ({ signal }): Promise<Song[]> => (await call(songEndpoints.listSongs, { signal })).songs,
})

export function useSongs(): UseQueryResult<Song[]> {
  return useQuery(songsQuery)
}
