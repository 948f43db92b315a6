import type { ShowTask as Task } from '@called-it/shared/contract/show-locks'
import { useId } from 'react'
import { Card } from '../../../ui/card.tsx'
import { LoadFailed } from '../../../ui/load-failed.tsx'
import { Loading, Skeleton } from '../../../ui/skeleton.tsx'
import { ShowTask } from './show-task.tsx'
import styles from './show-tasks.module.css'
import { useShowTasks } from './use-show-tasks.ts'
import { ZoneList } from './zone-form.tsx'

export function ShowTasksCard() {
  const { data: tasks, isPending, isError, refetch } = useShowTasks()
  const zonesId = useId()
  return (
    <Card heading="shows to settle">
      {isPending && (
        <Loading label="Loading shows to settle...">
          <Skeleton width="10rem" height="1lh" />
        </Loading>
      )}
      {isError && !tasks && <LoadFailed title="The shows to settle could not be loaded." onRetry={refetch} />}
      {tasks?.length === 0 && <p className="soft">Nothing to settle.</p>}
      {tasks && tasks.length > 0 && (
        <>
          <ul className={styles.tasks}>
            {tasks.map((task) => (
              <ShowTask key={keyOf(task)} task={task} zonesId={zonesId} />
            ))}
          </ul>
          <ZoneList id={zonesId} />
        </>
      )}
    </Card>
  )
}

/** Shows at one venue may be marked with two zones. */
function keyOf(task: Task): string {
  return [task.kind, task.venue, task.city, task.kind === 'please-check' && task.time_zone].join('\n')
}
