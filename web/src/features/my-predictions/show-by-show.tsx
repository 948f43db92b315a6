import { useQuery } from '@tanstack/react-query'
import clsx from 'clsx'
import { Link } from 'react-router-dom'
import { useCurrentUserPredictions } from '../../lib/account/current-user-predictions.ts'
import { paths } from '../../lib/paths.ts'
import { plainDate, shortDate } from '../../lib/shows/show-date.ts'
import { tourShowsQuery } from '../../lib/shows/tours.ts'
import { Glow } from '../../ui/glow.tsx'
import styles from './scorecard.module.css'

const BAR_HEIGHT_PX = 96

/** Empty while loading and after a failure, because the scorecard is complete without it. */
export function ShowByShow({ tourId }: { tourId: number }) {
  const scores = new Map(useCurrentUserPredictions().data?.map(({ show_id, score }) => [show_id, score]))
  const shows = useQuery(tourShowsQuery(tourId)).data ?? []
  const scoredShows = shows.flatMap((show) => {
    const score = scores.get(show.id) ?? null
    return score === null ? [] : [{ show, score }]
  })
  if (scoredShows.length === 0) return null
  const best = Math.max(...scoredShows.map(({ score }) => score))

  return (
    <section aria-label="show by show" className={styles.showByShow}>
      <h3 className={styles.label}>show by show</h3>
      <ol className={clsx(styles.bars, 'scroll-area')}>
        {scoredShows.map(({ show, score }) => (
          <li key={show.id}>
            <Link to={paths.score(show.id)} className={styles.show} title={show.venue}>
              <span className="visually-hidden">
                {`${plainDate(show.showdate)}, ${show.venue}: ${score} points`}
              </span>
              <span aria-hidden className={styles.column}>
                <b className={styles.barScore}>
                  <Glow value={score} />
                </b>
                <span
                  className={score === best ? styles.bestBar : styles.bar}
                  style={{ height: `${Math.round((score / Math.max(best, 1)) * BAR_HEIGHT_PX)}px` }}
                />
              </span>
              <span aria-hidden className={styles.barDate}>
                {shortDate(show.showdate)}
              </span>
            </Link>
          </li>
        ))}
      </ol>
    </section>
  )
}
