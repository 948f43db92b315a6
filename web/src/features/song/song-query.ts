import { type SongPage, songPageEndpoints } from '@called-it/shared/contract/song-pages'
import { type UseQueryResult, useQuery, useQueryClient } from '@tanstack/react-query'
import { request } from '../../lib/api/api.ts'
import { queryKeys } from '../../lib/api/query-keys.ts'
import { useRefetchSoon } from '../../lib/events/use-refetch-soon.ts'
import { useServerEvent } from '../../lib/events/use-server-event.ts'

/** For a merged song it gives the song that it is merged into. */
export function useSongPage(songId: number | null): UseQueryResult<SongPage> {
  const queryClient = useQueryClient()
  const queryKey = queryKeys.songPage(songId ?? 0)
  const refetchSoon = useRefetchSoon(queryKey)
  useServerEvent('catalogue:changed', refetchSoon)
  useServerEvent('show:changed', refetchSoon)
  return useQuery({
    queryKey,
    enabled: songId !== null,
    queryFn: async ({ signal }) => {
      const page = await request(songPageEndpoints.getSongPage, { params: { songId: songId ?? 0 }, signal })
      // The page goes on to its address.
      if (page.song.id !== songId) queryClient.setQueryData(queryKeys.songPage(page.song.id), page)
      return page
    },
  })
}
