import { notificationEndpoints } from '@called-it/shared/contract/notifications'
import { useEffect } from 'react'
import { request } from '../../lib/api/api.ts'
import { queryKeys } from '../../lib/api/query-keys.ts'
import { useLiveQuery } from '../../lib/events/use-live-query.ts'
import { useServerEvent } from '../../lib/events/use-server-event.ts'
import { useIsIdle } from '../../lib/hooks/use-is-idle.ts'
import { showAppBadge } from '../../offline/app-badge.ts'

/** How many notifications the fan has not read; also on the icon of the installed page. */
export function useUnread(): number {
  const { data, refetch } = useLiveQuery({
    queryKey: queryKeys.unread,
    queryFn: ({ signal }) => request(notificationEndpoints.countUnread, { signal }),
    enabled: useIsIdle(),
    refetchOnFocus: true,
    event: 'notifications:changed',
    versionOf: ({ version }) => version,
    apply: (_, { unread, to }) => ({ unread, version: to }),
  })
  useServerEvent('notifications:read', () => void refetch())
  const unread = data?.unread
  useEffect(() => {
    if (unread !== undefined) void showAppBadge(unread)
  }, [unread])
  return unread ?? 0
}
