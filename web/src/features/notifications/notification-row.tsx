import type { Notification } from '@called-it/shared/contract/notifications'
import type { Described } from '@called-it/shared/notifications/catalogue'
import clsx from 'clsx'
import {
  Bell,
  CalendarX,
  Clock,
  LockOpen,
  type LucideIcon,
  Megaphone,
  PencilLine,
  Trophy,
} from 'lucide-react'
import { Link } from 'react-router-dom'
import { formatInstant } from '../../lib/words/format-instant.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { passFocusOn } from '../../ui/focus-section.ts'
import { hueClass } from '../../ui/hue.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import styles from './notifications.module.css'

type Look = { Icon: LucideIcon; hue: Parameters<typeof hueClass>[0] }

/** Any other kind has the bell. */
const LOOKS: Partial<Record<string, Look>> = {
  'lock-moved': { Icon: Clock, hue: 'songInSet' },
  'picks-reopened': { Icon: LockOpen, hue: 'good' },
  'show-cancelled': { Icon: CalendarX, hue: 'danger' },
  'final-score': { Icon: Trophy, hue: 'gold' },
  'score-corrected': { Icon: PencilLine, hue: 'set2' },
  'admin-notice': { Icon: Megaphone, hue: 'set1' },
}
const PLAIN: Look = { Icon: Bell, hue: 'soft' }

type NotificationRowProps = {
  notification: Notification
  described: Described
  onRead: () => void
}

export function NotificationRow({
  notification: { kind, at, is_read },
  described: { title, text, link },
  onRead,
}: NotificationRowProps) {
  const { Icon, hue } = LOOKS[kind] ?? PLAIN
  const className = clsx(styles.row, !is_read && styles.unread)
  const content = (
    <>
      <span className={clsx(styles.icon, hueClass(hue))}>
        <Icon aria-hidden size={20} />
      </span>
      <div className={styles.body}>
        <h2 className={clsx(styles.title, 'row wraps')}>
          {title} {!is_read && <Badge tone="strong">new</Badge>}
        </h2>
        <p className={styles.text}>{text}</p>
        <time dateTime={at} className="soft small tabular">
          {formatInstant(at)}
        </time>
      </div>
    </>
  )
  if (link !== null) {
    return (
      <Link to={link} className={className} onClick={() => is_read || onRead()}>
        {content}
      </Link>
    )
  }
  return (
    <article className={className}>
      {content}
      {!is_read && (
        <Button ref={passFocusOn} variant="quiet" className={styles.read} onClick={onRead}>
          mark as read
        </Button>
      )}
    </article>
  )
}

export function RowSkeleton() {
  return (
    <div className={styles.row}>
      <Skeleton shape="circle" width="40px" height="40px" />
      <div className={styles.body}>
        <Skeleton width="45%" height="24px" />
        <Skeleton width="80%" height="1lh" />
        <Skeleton width="7rem" height="1.2rem" />
      </div>
    </div>
  )
}
