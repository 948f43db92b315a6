import type { ShowTask as Task } from '@called-it/shared/contract/show-locks'
import clsx from 'clsx'
import { useId } from 'react'
import { t } from '../../../lib/words/texts.ts'
import { Card } from '../../../ui/card.tsx'
import { Disclosure } from '../../../ui/disclosure.tsx'
import { NotLoaded } from '../../../ui/not-loaded.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { ZoneList } from '../../../ui/zone-list.tsx'
import { ShowTask } from './show-task.tsx'
import styles from './show-tasks.module.css'
import { useShowTasks } from './use-show-tasks.ts'

/** As high with tasks as without, so that nothing below moves when they are loaded. */
export function ShowTasksCard() {
  const { data: tasks, isError, refetch } = useShowTasks()
  const zonesId = useId()
  return (
    <Card heading={t('admin.to-check')}>
      {!tasks && (
        <NotLoaded what={t('admin.to-check-what')} query={{ isError, refetch }} className={styles.summary}>
          <Skeleton width="10rem" height="1lh" />
        </NotLoaded>
      )}
      {tasks?.length === 0 && <p className={clsx(styles.summary, 'soft')}>{t('admin.no-checks')}</p>}
      {tasks && tasks.length > 0 && (
        <Disclosure title={t('admin.count-tasks', { count: tasks.length })}>
          <ul className={styles.tasks}>
            {tasks.map((task) => (
              <ShowTask key={keyOf(task)} task={task} zonesId={zonesId} />
            ))}
          </ul>
          <ZoneList id={zonesId} />
        </Disclosure>
      )}
    </Card>
  )
}

/** Shows at one venue may be marked with two zones. */
function keyOf(task: Task): string {
  const { kind, venue, city, state, country } = task
  return [kind, venue, city, state, country, kind === 'please-check' && task.time_zone].join('\n')
}
