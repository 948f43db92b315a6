import {
  type AdminSong,
  adminSongEndpoints,
  type ListedSong,
  type SONG_STATES,
} from '@called-it/shared/contract/admin-songs'
import { type SongRenames, songRenameEndpoints } from '@called-it/shared/contract/song-renames'
import { keepPreviousData, type UseQueryResult, useQuery, useQueryClient } from '@tanstack/react-query'
import { request } from '../../lib/api/api.ts'
import { queryKeys } from '../../lib/api/query-keys.ts'
import { useCatchUp, useServerEvent } from '../../lib/events/use-server-event.ts'

export type SongSearch = { search: string; state: (typeof SONG_STATES)[number] | undefined }

export function useCatalogueSongs({
  search,
  state,
}: SongSearch): UseQueryResult<{ songs: ListedSong[]; total: number }> {
  useRefetchOnChange()
  return useQuery({
    queryKey: queryKeys.adminSongList(search, state),
    queryFn: ({ signal }) => request(adminSongEndpoints.listAdminSongs, { query: { search, state }, signal }),
    placeholderData: keepPreviousData,
    refetchOnMount: 'always',
  })
}

export function useAdminSong(songId: number): UseQueryResult<AdminSong> {
  useRefetchOnChange()
  return useQuery({
    queryKey: queryKeys.adminSong(songId),
    queryFn: ({ signal }) => request(adminSongEndpoints.getAdminSong, { params: { songId }, signal }),
    refetchOnMount: 'always',
  })
}

export function useSongRenames(): UseQueryResult<SongRenames> {
  useRefetchOnChange()
  return useQuery({
    queryKey: queryKeys.adminSongRenames,
    queryFn: ({ signal }) => request(songRenameEndpoints.listSongRenames, { signal }),
    refetchOnMount: 'always',
  })
}

function useRefetchOnChange(): void {
  const queryClient = useQueryClient()
  const refetch = () => void queryClient.refetchQueries({ queryKey: queryKeys.adminSongs, type: 'active' })
  useServerEvent('catalogue:changed', refetch)
  useCatchUp(refetch)
}
