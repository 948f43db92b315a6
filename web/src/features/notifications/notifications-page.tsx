import clsx from 'clsx'
import { toastRequestFailure } from '../../lib/api/request-toasts.ts'
import { useStillWhileTouched } from '../../lib/hooks/use-still-while-touched.ts'
import { paths } from '../../lib/paths.ts'
import { Button } from '../../ui/button.tsx'
import { ButtonLink } from '../../ui/button-link.tsx'
import { Card } from '../../ui/card.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { passFocusOn } from '../../ui/focus-section.ts'
import { LoadFailed } from '../../ui/load-failed.tsx'
import { Page } from '../../ui/page.tsx'
import { Loading } from '../../ui/skeleton.tsx'
import { describeNotification } from './describe-notification.ts'
import { NotificationRow, RowSkeleton } from './notification-row.tsx'
import styles from './notifications.module.css'
import { useMarkRead, useNotifications } from './use-notifications.ts'

const SKELETON_ROWS = ['a', 'b', 'c', 'd', 'e']

export function NotificationsPage() {
  const query = useNotifications()
  const { mutate, isPending, variables } = useMarkRead()
  const mark = (read: Parameters<typeof mutate>[0]) =>
    mutate(read, { onError: (error) => toastRequestFailure('Not marked as read', error) })
  const data = useStillWhileTouched(query.data)
  const listed = data?.pages.flatMap(({ notifications }) => notifications) ?? []
  const rows = listed.flatMap((notification) => {
    const described = describeNotification(notification)
    return described ? [{ notification, described }] : []
  })
  const hasUnread = (data?.pages[0]?.unread ?? 0) > 0
  const newest = listed[0]
  const markAll = () => {
    if (!hasUnread || !newest) return
    mark({ until: newest.id })
  }
  return (
    <Page title="notifications" className={styles.page}>
      <div className={clsx(styles.head, 'spread')}>
        <h1>notifications</h1>
        <ButtonLink to={paths.notificationSettings}>settings</ButtonLink>
        <Button aria-disabled={!hasUnread} busy={isPending && 'until' in variables} onClick={markAll}>
          mark all as read
        </Button>
      </div>
      {!data && query.isError && (
        <Card>
          <LoadFailed title="The notifications could not be loaded." onRetry={query.refetch} />
        </Card>
      )}
      {!data && !query.isError && (
        <Loading label="Loading notifications..." className={styles.loading}>
          {SKELETON_ROWS.map((row) => (
            <RowSkeleton key={row} />
          ))}
        </Loading>
      )}
      {data && rows.length === 0 && !query.hasNextPage && <NoNotifications />}
      {rows.length > 0 && (
        <ul className={styles.list} aria-label="notifications">
          {rows.map(({ notification, described }) => (
            <li key={notification.id}>
              <NotificationRow
                notification={notification}
                described={described}
                onRead={() => mark({ id: notification.id })}
              />
            </li>
          ))}
        </ul>
      )}
      {query.hasNextPage && (
        <div className={clsx(styles.more, 'stack-2')}>
          <Button
            ref={passFocusOn}
            busy={query.isFetchingNextPage}
            onClick={() => void query.fetchNextPage()}
          >
            show more notifications
          </Button>
          <p role="status" className="soft small">
            {query.isFetchNextPageError && 'They could not be loaded. Please try again.'}
          </p>
        </div>
      )}
    </Page>
  )
}

function NoNotifications() {
  return (
    <Card>
      <EmptyState
        title="nothing yet"
        action={
          <ButtonLink variant="main" to={paths.home}>
            see upcoming shows
          </ButtonLink>
        }
      >
        Your final scores, their corrections and changes of the shows that you picked will be listed here.
      </EmptyState>
    </Card>
  )
}
