import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router-dom'
import { useCurrentUserPredictions } from '../../lib/current-user-predictions.ts'
import { paths } from '../../lib/paths.ts'
import { plainDate, shortDate } from '../../lib/shows/show-date.ts'
import { tourShowsQuery } from '../../lib/tours.ts'
import { Glow } from '../../ui/glow.tsx'
import styles from './scorecard.module.css'

/**
 * The fan's scored shows of a tour as bars, newest first, each the way to its score view. An extra: nothing
 * stands here while it is loading or cannot be had.
 */
export function ShowByShow({ tourId }: { tourId: number }) {
  const scores = new Map(useCurrentUserPredictions().data?.map(({ show_id, score }) => [show_id, score]))
  const shows = useQuery(tourShowsQuery(tourId)).data ?? []
  const nights = shows.flatMap((show) => {
    const score = scores.get(show.id) ?? null
    return score === null ? [] : [{ show, score }]
  })
  if (nights.length === 0) return null
  const best = Math.max(...nights.map(({ score }) => score))

  return (
    <section aria-label="show by show" className={styles.nights}>
      <h3 className={styles.label}>show by show</h3>
      <ol className={styles.bars}>
        {nights.map(({ show, score }) => (
          <li key={show.id}>
            <Link to={paths.score(show.id)} className={styles.night} title={show.venue}>
              <span className="visually-hidden">
                {`${plainDate(show.showdate)}, ${show.venue}: ${score} points`}
              </span>
              <span aria-hidden className={styles.column}>
                <b className={styles.barScore}>
                  <Glow value={score} />
                </b>
                <span
                  className={score === best ? styles.bestBar : styles.bar}
                  style={{ height: `${Math.round((score / Math.max(best, 1)) * BAR_HEIGHT)}px` }}
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

const BAR_HEIGHT = 96
