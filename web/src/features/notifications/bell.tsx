import clsx from 'clsx'
import { Bell as BellIcon } from 'lucide-react'
import { NavLink } from 'react-router-dom'
import { paths } from '../../lib/paths.ts'
import { Glow } from '../../ui/glow.tsx'
import { BARE_ICON } from '../../ui/icon-button.tsx'
import styles from './bell.module.css'
import { useUnread } from './use-unread.ts'

const MAX_SHOWN = 99

export function Bell() {
  const unread = useUnread()
  const shown = unread > MAX_SHOWN ? `${MAX_SHOWN}+` : String(unread)
  return (
    <NavLink
      to={paths.notifications}
      className={clsx(BARE_ICON, styles.bell)}
      aria-label={unread > 0 ? `notifications, ${shown} unread` : 'notifications'}
      title="notifications"
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
