import type { SongPage } from '@called-it/shared/contract/song-pages'
import clsx from 'clsx'
import { Link } from 'react-router-dom'
import { paths } from '../../lib/paths.ts'
import { isSetName, labelOfSet } from '../../lib/setlist-sets.ts'
import { plainDate } from '../../lib/shows/show-date.ts'
import { Card } from '../../ui/card.tsx'
import { hueClass } from '../../ui/hue.tsx'
import styles from './song-page.module.css'

type Performances = SongPage['performances']

export function LastPerformances({ performances }: { performances: Performances }) {
  return (
    <Card heading="last performances">
      <ol className={styles.rows}>
        {performances.map(({ show, set, position, gap }) => (
          <li key={`${show.id} ${set} ${position}`} className={styles.row}>
            <span>
              <Link to={paths.show(show.id)} className={styles.link}>
                {plainDate(show.date)}
              </Link>
            </span>
            <span className={clsx(styles.set, hueClass(isSetName(set) ? set : 'soft'))}>
              {labelOfSet(set).toLowerCase()}, song {position}
            </span>
            <span className="soft small">
              {show.venue}
              {show.location && `, ${show.location}`}
            </span>
            <span className={clsx(styles.end, 'soft small')}>
              {gap === null ? 'first time' : `gap ${gap.toLocaleString('en-US')}`}
            </span>
          </li>
        ))}
      </ol>
    </Card>
  )
}
