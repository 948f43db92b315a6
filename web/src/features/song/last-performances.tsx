import type { SongPage } from '@called-it/shared/contract/song-pages'
import clsx from 'clsx'
import { paths } from '../../lib/paths.ts'
import { isSetName, labelOfSet } from '../../lib/shows/set-labels.ts'
import { plainDate } from '../../lib/shows/show-date.ts'
import { Card } from '../../ui/card.tsx'
import { hueClass } from '../../ui/hue.tsx'
import { LinkedRow, LinkedRows, RowLink } from '../../ui/linked-rows.tsx'
import styles from './song-page.module.css'

type Performances = SongPage['performances']

export function LastPerformances({ performances }: { performances: Performances }) {
  return (
    <Card heading="last performances">
      <LinkedRows>
        {performances.map(({ show, set, position, gap }) => (
          <LinkedRow key={`${show.id} ${set} ${position}`}>
            <span>
              <RowLink to={paths.show(show.id)}>{plainDate(show.date)}</RowLink>
            </span>
            <span className={clsx(styles.set, hueClass(isSetName(set) ? set : 'soft'))}>
              {labelOfSet(set).toLowerCase()}, song {position}
            </span>
            <span className="soft small">
              {show.venue}
              {show.location && `, ${show.location}`}
            </span>
            <span className="soft small">
              {gap === null ? 'first time' : `gap ${gap.toLocaleString('en-US')}`}
            </span>
          </LinkedRow>
        ))}
      </LinkedRows>
    </Card>
  )
}
