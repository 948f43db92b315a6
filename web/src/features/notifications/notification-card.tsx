import type { PlainId } from '@called-it/shared/languages/translate'
import clsx from 'clsx'
import { Link } from 'react-router-dom'
import { formatTime } from '../../lib/words/format-instant.ts'
import { t } from '../../lib/words/texts.ts'
import { Skeleton } from '../../ui/skeleton.tsx'
import { dayInWords, type Group, type Item } from './group-notifications.ts'
import styles from './notifications.module.css'

/** In the line of what came earlier; any other kind has its title. */
const BRIEF: Partial<Record<string, PlainId>> = {
  'first-song': 'inbox.first-song',
  'you-lead': 'inbox.led',
  'final-score': 'inbox.final',
  'score-corrected': 'inbox.corrected',
  'pick-reminder': 'inbox.reminder',
  'lock-moved': 'inbox.new-time',
  'picks-reopened': 'inbox.reopened',
  'show-cancelled': 'inbox.cancelled',
}

type NotificationCardProps = { group: Group; isNew: boolean; now: number }

export function NotificationCard({ group: [newest, ...others], isNew, now }: NotificationCardProps) {
  const { notification, described } = newest
  const about = notification.show?.venue ?? described.about
  const content = (
    <>
      <p className={clsx(styles.about, 'row-2')}>
        <strong className="anywhere">{about ?? described.title}</strong>
        <time dateTime={notification.at} className="soft small tabular">
          {dayInWords(notification, now)}
        </time>
        {isNew && <span aria-hidden className={styles.dot} />}
      </p>
      {about !== null && <h3 className={styles.title}>{described.title}</h3>}
      {described.rest !== '' && <p className={styles.rest}>{described.rest}</p>}
      {others.length > 0 && (
        <p className="soft small tabular">{others.toReversed().map(inBrief).join(' · ')}</p>
      )}
    </>
  )
  if (described.link === null) return <article className={styles.card}>{content}</article>
  return (
    <Link to={described.link} className={styles.card}>
      {content}
    </Link>
  )
}

function inBrief({ notification: { kind, at }, described }: Item): string {
  const brief = BRIEF[kind]
  return `${brief ? t(brief) : described.title} ${formatTime(at)}`
}

export function CardSkeleton() {
  return (
    <div className={styles.card}>
      <Skeleton width="45%" height="24px" />
      <Skeleton width="80%" height="1.4rem" />
      <Skeleton width="60%" height="1lh" />
    </div>
  )
}
