import { type Notification, notificationEndpoints } from '@called-it/shared/contract/notifications'
import {
  type InfiniteData,
  type UseInfiniteQueryResult,
  type UseMutationResult,
  useInfiniteQuery,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query'
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

type Read = { id: number } | { until: number }

export function useMarkRead(): UseMutationResult<Unread, Error, Read> {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (body: Read) => request(notificationEndpoints.markRead, { body }),
    onSuccess: (counted, read) => {
      queryClient.setQueryData<Unread>(queryKeys.unread, (held) =>
        held && held.version > counted.version ? held : counted,
      )
      queryClient.setQueryData<InfiniteData<Page>>(
        queryKeys.notifications,
        (held) => held && withRead(held, read, counted.unread),
      )
    },
  })
}

function withRead(held: InfiniteData<Page>, read: Read, unread: number): InfiniteData<Page> {
  const isMarked = (id: number) => ('id' in read ? id === read.id : id <= read.until)
  const pages = held.pages.map((page) => ({
    ...page,
    unread,
    notifications: page.notifications.map((listed) =>
      isMarked(listed.id) ? { ...listed, is_read: true } : listed,
    ),
  }))
  return { ...held, pages }
}
