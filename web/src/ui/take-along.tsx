import { CALENDAR_PATH, FEED_PATH } from '@called-it/shared/contract/served-page'
import clsx from 'clsx'
import { CalendarArrowDown, CalendarPlus, Rss } from 'lucide-react'
import { buttonClass } from './button.tsx'
import styles from './take-along.module.css'

/** What follows the shows outside of this page. */
export function TakeAlong({ tourId }: { tourId: number | null }) {
  const calendar = tourId === null ? CALENDAR_PATH : `${CALENDAR_PATH}?tour=${tourId}`
  const link = buttonClass({ variant: 'quiet' })
  return (
    <nav aria-label="calendar and feed" className={clsx(styles.links, 'row wraps')}>
      <span className="soft small" aria-hidden>
        calendar and feed
      </span>
      {/* A calendar app subscribes to it, and so notices changes. */}
      <a href={`webcal://${location.host}${calendar}`} className={link}>
        <CalendarPlus aria-hidden /> in your calendar
      </a>
      <a href={calendar} className={link}>
        <CalendarArrowDown aria-hidden /> calendar file
      </a>
      <a href={FEED_PATH} className={link}>
        <Rss aria-hidden /> feed
      </a>
    </nav>
  )
}
