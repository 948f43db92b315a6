import { type Notification, notificationEndpoints } from '@called-it/shared/contract/notifications'
import {
  type InfiniteData,
  type UseInfiniteQueryResult,
  useInfiniteQuery,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query'
import { useEffect } from 'react'
import { request } from '../../lib/api/api.ts'
import { queryKeys } from '../../lib/api/query-keys.ts'
import { useRefetchOnConnect, useRefetchSoon } from '../../lib/events/use-refetch-soon.ts'
import { useServerEvent } from '../../lib/events/use-server-event.ts'

type Page = { notifications: Notification[]; unread: number; next: number | null }
type Unread = { unread: number; version: number }

const firstPage: number | null = null

/** All loaded pages are refetched, since a new notification moves where each begins. They are four at most. */
export function useNotifications(): UseInfiniteQueryResult<InfiniteData<Page>> {
  const queryClient = useQueryClient()
  const queryKey = queryKeys.notifications
  const refetch = () => void queryClient.refetchQueries({ queryKey, exact: true, type: 'active' })
  useServerEvent('notifications:changed', useRefetchSoon(queryKey))
  useServerEvent('notifications:read', refetch)
  useRefetchOnConnect(queryKey)
  return useInfiniteQuery({
    queryKey,
    refetchOnMount: 'always',
    refetchOnWindowFocus: 'always',
    queryFn: ({ pageParam, signal }) => {
      const query = pageParam === null ? {} : { before: String(pageParam) }
      return request(notificationEndpoints.listNotifications, { query, signal })
    },
    initialPageParam: firstPage,
    getNextPageParam: ({ next }) => next,
  })
}

/** What a visible page shows counts as seen, on all devices. A failure is tried again with the next list. */
export function useMarkShown({ data, dataUpdatedAt }: UseInfiniteQueryResult<InfiniteData<Page>>): void {
  const queryClient = useQueryClient()
  const { mutate } = useMutation({
    mutationFn: (until: number) => request(notificationEndpoints.markRead, { body: { until } }),
    onSuccess: (counted) =>
      queryClient.setQueryData<Unread>(queryKeys.unread, (held) =>
        held && held.version > counted.version ? held : counted,
      ),
  })
  const [first] = data?.pages ?? []
  const until = first && first.unread > 0 ? first.notifications[0]?.id : undefined
  // biome-ignore lint/correctness/useExhaustiveDependencies(dataUpdatedAt): each list is marked once
  useEffect(() => {
    if (until !== undefined && document.visibilityState !== 'hidden') mutate(until)
  }, [until, dataUpdatedAt, mutate])
}
