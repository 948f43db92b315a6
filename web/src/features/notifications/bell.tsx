import { notificationEndpoints } from '@called-it/shared/contract/notifications'
import clsx from 'clsx'
import { Bell as BellIcon } from 'lucide-react'
import { useEffect } from 'react'
import { NavLink } from 'react-router-dom'
import { request } from '../../lib/api/api.ts'
import { queryKeys } from '../../lib/api/query-keys.ts'
import { useLiveQuery } from '../../lib/events/use-live-query.ts'
import { useServerEvent } from '../../lib/events/use-server-event.ts'
import { useIsIdle } from '../../lib/hooks/use-is-idle.ts'
import { paths } from '../../lib/paths.ts'
import { t } from '../../lib/words/texts.ts'
import { showAppBadge } from '../../offline/app-badge.ts'
import { Glow } from '../../ui/glow.tsx'
import { BARE_ICON } from '../../ui/icon-button.tsx'
import styles from './bell.module.css'

const MAX_SHOWN = 99

export function Bell() {
  const unread = useUnread()
  const shown = unread > MAX_SHOWN ? `${MAX_SHOWN}+` : String(unread)
  return (
    <NavLink
      to={paths.notifications}
      className={clsx(BARE_ICON, styles.bell)}
      aria-label={unread > 0 ? t('inbox.unread', { shown }) : t('inbox.title')}
      title={t('inbox.title')}
    >
      <BellIcon aria-hidden />
      {unread > 0 && (
        <span className={clsx(styles.count, 'edged')}>
          <Glow value={unread}>{shown}</Glow>
        </span>
      )}
    </NavLink>
  )
}

/** How many notifications the fan has not read; also on the icon of the installed page. */
function useUnread(): number {
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
