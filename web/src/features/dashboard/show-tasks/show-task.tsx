import type { ShowTask as Task } from '@called-it/shared/contract/show-locks'
import clsx from 'clsx'
import { useId } from 'react'
import { Link } from 'react-router-dom'
import { paths } from '../../../lib/paths.ts'
import { longDate } from '../../../lib/shows/show-date.ts'
import { t } from '../../../lib/words/texts.ts'
import { passFocusOn } from '../../../ui/focus-section.ts'
import { EarlyStartForm } from './early-start-form.tsx'
import styles from './show-tasks.module.css'
import { ZoneForm } from './zone-form.tsx'

export function ShowTask({ task, zonesId }: { task: Task; zonesId: string }) {
  const headingId = useId()
  return (
    <li ref={passFocusOn} className={clsx(styles.task, 'stack-2 anywhere')} aria-labelledby={headingId}>
      <div>
        <h3 id={headingId}>{task.venue}</h3>
        <p className="soft small">{task.location}</p>
      </div>
      <p>{describeTask(task)}</p>
      <ul className={styles.shows} aria-label={t('admin.shows-at', { venue: task.venue })}>
        {task.shows.map(({ id, showdate, starts_local }) => (
          <li key={id}>
            <Link to={paths.setlistEditor(id)}>{longDate(showdate)}</Link>
            {starts_local && `, ${starts_local}`}
          </li>
        ))}
      </ul>
      {task.kind === 'two-shows' ? (
        <EarlyStartForm task={task} />
      ) : (
        <ZoneForm task={task} zonesId={zonesId} />
      )}
    </li>
  )
}

function describeTask(task: Task): string {
  switch (task.kind) {
    case 'unknown-zone':
      return t('admin.zone-unknown')
    case 'please-check':
      return t('admin.zone-check', { zone: task.time_zone })
    case 'two-shows':
      return t('admin.two-shows')
  }
}
