import type { Notification } from '@called-it/shared/contract/notifications'
import {
  type AnnouncementKind,
  announcementKinds,
  type Described,
} from '@called-it/shared/notifications/catalogue'
import clsx from 'clsx'
import { SlidersHorizontal } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router-dom'
import { serverNow } from '../../lib/api/server-clock.ts'
import { useStillWhileTouched } from '../../lib/hooks/use-still-while-touched.ts'
import { paths } from '../../lib/paths.ts'
import { shortDate } from '../../lib/shows/show-date.ts'
import { instantInWords } from '../../lib/shows/venue-time.ts'
import { t } from '../../lib/words/texts.ts'
import { Button } from '../../ui/button.tsx'
import { ButtonLink } from '../../ui/button-link.tsx'
import { Card } from '../../ui/card.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { passFocusOn } from '../../ui/focus-section.ts'
import { BARE_ICON } from '../../ui/icon-button.tsx'
import { NotLoaded } from '../../ui/not-loaded.tsx'
import { Page } from '../../ui/page.tsx'
import { type Group, groupNotifications } from './group-notifications.ts'
import { CardSkeleton, NotificationCard } from './notification-card.tsx'
import styles from './notifications.module.css'
import { useMarkShown, useNotifications } from './use-notifications.ts'

const IN_WORDS = { t, instant: (instant: string) => instantInWords(instant, null) }

const SKELETON_CARDS = ['a', 'b', 'c', 'd', 'e']

export function NotificationsPage() {
  const query = useNotifications()
  useMarkShown(query)
  const data = useStillWhileTouched(query.data)
  const listed = data?.pages.flatMap(({ notifications }) => notifications) ?? []
  const fresh = useFresh(listed.filter(({ is_read }) => !is_read).map(({ id }) => id))
  const groups = groupNotifications(
    listed.flatMap((notification) => {
      const described = describeNotification(notification)
      return described ? [{ notification, described }] : []
    }),
  )
  const isNew = (group: Group) => group.some(({ notification }) => fresh.has(notification.id))
  const sections = [
    { title: t('inbox.new'), areNew: true, groups: groups.filter(isNew) },
    { title: t('inbox.earlier'), areNew: false, groups: groups.filter((group) => !isNew(group)) },
  ]
  const now = serverNow()
  return (
    <Page title={t('inbox.title')} className={styles.page}>
      <div className={clsx(styles.head, 'row-3')}>
        <h1>{t('inbox.title')}</h1>
        <Link
          to={paths.notificationSettings}
          className={BARE_ICON}
          aria-label={t('inbox.settings')}
          title={t('inbox.settings')}
        >
          <SlidersHorizontal aria-hidden />
        </Link>
      </div>
      {!data && (
        <NotLoaded what={t('inbox.what')} query={query} failsInCard className={clsx(styles.list, 'stack-3')}>
          {SKELETON_CARDS.map((card) => (
            <CardSkeleton key={card} />
          ))}
        </NotLoaded>
      )}
      {data && groups.length === 0 && !query.hasNextPage && <NoNotifications />}
      {sections.map(
        ({ title, areNew, groups: shown }) =>
          shown.length > 0 && (
            <section key={title} className={clsx(styles.section, 'stack-3')} aria-label={title}>
              <h2>{title}</h2>
              <ul className={clsx(styles.list, 'stack-3')}>
                {shown.map((group) => (
                  <li key={group[0].notification.id}>
                    <NotificationCard group={group} isNew={areNew} now={now} />
                  </li>
                ))}
              </ul>
            </section>
          ),
      )}
      {query.hasNextPage && (
        <div className={clsx(styles.more, 'stack-2')}>
          <Button
            ref={passFocusOn}
            busy={query.isFetchingNextPage}
            onClick={() => void query.fetchNextPage()}
          >
            {t('inbox.more')}
          </Button>
          <p role="status" className="soft small">
            {query.isFetchNextPageError && t('inbox.more-failed')}
          </p>
        </div>
      )}
    </Page>
  )
}

/** What was unread when it came stays new until the page is left. */
function useFresh(unread: readonly number[]): ReadonlySet<number> {
  const [fresh, setFresh] = useState<ReadonlySet<number>>(new Set())
  if (unread.some((id) => !fresh.has(id))) setFresh(new Set([...fresh, ...unread]))
  return fresh
}

function NoNotifications() {
  return (
    <Card>
      <EmptyState
        title={t('inbox.none')}
        action={
          <ButtonLink variant="main" to={paths.home}>
            {t('inbox.to-shows')}
          </ButtonLink>
        }
      >
        {t('inbox.about')}
      </EmptyState>
    </Card>
  )
}

/** Null for a kind or content of a newer release. */
function describeNotification({ kind, content, show }: Notification): Described | null {
  if (!isKnown(kind)) return null
  const titled = show && { id: show.id, title: `${show.venue}, ${shortDate(show.date)}` }
  return announcementKinds[kind].describeStored(content, titled, IN_WORDS)
}

function isKnown(kind: string): kind is AnnouncementKind {
  return Object.hasOwn(announcementKinds, kind)
}
