import { type AdminShow, catalogueEndpoints } from '@called-it/shared/contract/catalogue'
import { setlistEndpoints } from '@called-it/shared/contract/setlist-endpoints'
import type { CurrentSetlist, SetlistProposal } from '@called-it/shared/contract/setlists'
import { type QueryKey, type UseQueryResult, useQuery, useQueryClient } from '@tanstack/react-query'
import { request } from '../../lib/api/api.ts'
import { queryKeys } from '../../lib/api/query-keys.ts'
import { useRefetchOnConnect } from '../../lib/events/use-refetch-soon.ts'
import { useServerEvent } from '../../lib/events/use-server-event.ts'

/** Refetches at once, without the random delay of the fans' pages: admins are few. */
function useRefetchOnChange(queryKey: QueryKey, isAbout: (showId: number) => boolean): void {
  const queryClient = useQueryClient()
  const refetch = () => void queryClient.refetchQueries({ queryKey, exact: true })
  useServerEvent('show:changed', ({ show }) => {
    if (isAbout(show.id)) refetch()
  })
  useServerEvent('catalogue:changed', refetch)
  useRefetchOnConnect(queryKey)
}

/** Newest first; null for the shows on no tour. Refetched on live events. */
export function useTourShows(tourId: number | null): UseQueryResult<AdminShow[]> {
  const queryKey = queryKeys.adminTourShows(tourId)
  const query = useQuery({
    queryKey,
    refetchOnMount: 'always',
    queryFn: async ({ signal }) => {
      const { shows } =
        tourId === null
          ? await request(catalogueEndpoints.listShowsWithoutTour, { signal })
          : await request(catalogueEndpoints.listAdminTourShows, { params: { tourId }, signal })
      return shows.toReversed()
    },
  })
  useRefetchOnChange(queryKey, (showId) => query.data?.some(({ id }) => id === showId) ?? false)
  return query
}

export function useAdminShow(showId: number): UseQueryResult<AdminShow> {
  const queryKey = queryKeys.adminShow(showId)
  useRefetchOnChange(queryKey, (changed) => changed === showId)
  return useQuery({
    queryKey,
    refetchOnMount: 'always',
    queryFn: ({ signal }) => request(catalogueEndpoints.getAdminShow, { params: { showId }, signal }),
  })
}

export function useCurrentSetlist(showId: number): UseQueryResult<CurrentSetlist | null> {
  const queryKey = queryKeys.adminSetlist(showId)
  useRefetchOnChange(queryKey, (changed) => changed === showId)
  return useQuery({
    queryKey,
    refetchOnMount: 'always',
    queryFn: async ({ signal }) =>
      (await request(setlistEndpoints.getShowSetlist, { params: { showId }, signal })).setlist,
  })
}

/** A setlist of the source that an admin has to take or drop. */
export function useSetlistProposal(showId: number): UseQueryResult<SetlistProposal | null> {
  const queryKey = queryKeys.adminSetlistProposal(showId)
  useRefetchOnChange(queryKey, (changed) => changed === showId)
  return useQuery({
    queryKey,
    refetchOnMount: 'always',
    queryFn: async ({ signal }) =>
      (await request(setlistEndpoints.getSetlistProposal, { params: { showId }, signal })).proposal,
  })
}
