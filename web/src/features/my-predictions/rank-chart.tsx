import type { PastCard } from '@called-it/shared/contract/histories'
import clsx from 'clsx'
import { Link } from 'react-router-dom'
import { paths } from '../../lib/paths.ts'
import { plainDate, shortDate } from '../../lib/shows/show-date.ts'
import { formatNumber } from '../../lib/words/format-number.ts'
import { t } from '../../lib/words/texts.ts'
import styles from './rank-chart.module.css'

export type RankedCard = Pick<PastCard, 'show'> & NonNullable<PastCard['tour']>

/** Includes the dates and the room for the scroll bar; its skeleton has this height too. */
export const CHART_HEIGHT = '216px'

/** Rank 1 lies on the top line, and the lowest rank some way above the bottom. */
const SPARE = 1.1

/** The links over the line are its text for screen readers. Oldest show first; scrolled to the newest. */
export function RankChart({ cards }: { cards: readonly RankedCard[] }) {
  const lowest = Math.max(...cards.map(({ rank }) => rank))
  const depthOf = (rank: number) => Math.round((1000 * (rank - 1)) / (lowest * SPARE)) / 10
  const line = cards.map(({ rank }, index) => `${index + 0.5},${depthOf(rank)}`)
  return (
    <div className={clsx(styles.chart, 'stack-2')} style={{ height: CHART_HEIGHT }}>
      <span aria-hidden className={styles.first}>
        #1
      </span>
      <div ref={scrollToNewest} className={clsx(styles.scroller, 'scroll-area')}>
        <div className={styles.plot}>
          <svg aria-hidden="true" viewBox={`0 0 ${cards.length} 100`} preserveAspectRatio="none">
            <line x2={cards.length} className={styles.top} />
            <polygon points={`0.5,100 ${line.join(' ')} ${cards.length - 0.5},100`} className={styles.area} />
            <polyline points={line.join(' ')} className={styles.line} />
          </svg>
          <ol className={styles.points}>
            {cards.map(({ show, rank, players }) => (
              <li key={show.id}>
                <Link to={paths.score(show.id)} className={styles.point} title={show.venue}>
                  <span className="visually-hidden">
                    {t('mine.rank-point', {
                      date: plainDate(show.date),
                      venue: show.venue,
                      rank: `${rank}`,
                      players,
                    })}
                  </span>
                  <span aria-hidden className={styles.lane}>
                    <span className={styles.mark} style={{ top: `${depthOf(rank)}%` }}>
                      #{formatNumber(rank)}
                    </span>
                  </span>
                  <span aria-hidden className={styles.date}>
                    {shortDate(show.date)}
                  </span>
                </Link>
              </li>
            ))}
          </ol>
        </div>
      </div>
    </div>
  )
}

const scrollToNewest = (scroller: HTMLElement | null): void => {
  if (scroller) scroller.scrollLeft = scroller.scrollWidth
}
