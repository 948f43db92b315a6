import { CALENDAR_PATH, FEED_PATH } from '@called-it/shared/contract/served-page'
import clsx from 'clsx'
import { CalendarArrowDown, CalendarPlus, Rss } from 'lucide-react'
import { t } from '../lib/words/texts.ts'
import { buttonClass } from './button.tsx'
import styles from './take-along.module.css'

/** What follows the shows outside of this page. */
export function TakeAlong({ tourId }: { tourId: number | null }) {
  const calendar = tourId === null ? CALENDAR_PATH : `${CALENDAR_PATH}?tour=${tourId}`
  const link = buttonClass({ variant: 'quiet' })
  return (
    <nav aria-label={t('ui.along')} className={clsx(styles.links, 'row wraps')}>
      <span className="soft small" aria-hidden>
        {t('ui.along')}
      </span>
      {/* A calendar app subscribes to it, and so notices changes. */}
      <a href={`webcal://${location.host}${calendar}`} className={link}>
        <CalendarPlus aria-hidden /> {t('ui.in-calendar')}
      </a>
      <a href={calendar} className={link}>
        <CalendarArrowDown aria-hidden /> {t('ui.calendar-file')}
      </a>
      <a href={FEED_PATH} className={link}>
        <Rss aria-hidden /> {t('ui.feed')}
      </a>
    </nav>
  )
}
