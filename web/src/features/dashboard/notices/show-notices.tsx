import { counted } from '@called-it/shared/contract/counted'
import type { AdminNotices, ShowThatWaits } from '@called-it/shared/contract/notices'
import clsx from 'clsx'
import { Link } from 'react-router-dom'
import { paths } from '../../../lib/paths.ts'
import { longDate, plainDate } from '../../../lib/shows/show-date.ts'
import styles from '../show-tasks/show-tasks.module.css'

export function ShowNotices({ shows: { count, listed } }: Pick<AdminNotices, 'shows'>) {
  const more = count - listed.length
  return (
    <>
      {listed.map((waiting) => (
        <li key={waiting.show.id} className={clsx(styles.task, 'stack-2 anywhere')}>
          <h3>
            <Link to={paths.setlistEditor(waiting.show.id)}>
              {longDate(waiting.show.showdate)}, {waiting.show.venue}
            </Link>
          </h3>
          <p>{describe(waiting)}</p>
        </li>
      ))}
      {more > 0 && (
        <li className={clsx(styles.task, 'stack-2 anywhere')}>and {counted(more, 'older show')}</li>
      )}
    </>
  )
}

function describe({ show, setlist, unscored }: ShowThatWaits): string {
  const on = setlist && `on ${plainDate(setlist.at)}`
  const after = show.is_scored ? ', after the show was scored' : ''
  return [
    ...(setlist?.change === 'arrived' ? [`Its setlist arrived ${on}${after}.`] : []),
    ...(setlist?.change === 'corrected' ? [`Its setlist was corrected ${on}${after}.`] : []),
    ...(unscored > 0 ? [`${counted(unscored, 'fan')} waiting for a score.`] : []),
  ].join(' ')
}
