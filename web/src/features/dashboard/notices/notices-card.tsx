import { counted } from '@called-it/shared/contract/counted'
import type { AdminNotices } from '@called-it/shared/contract/notices'
import clsx from 'clsx'
import { Link } from 'react-router-dom'
import { paths } from '../../../lib/paths.ts'
import { Card } from '../../../ui/card.tsx'
import { Disclosure } from '../../../ui/disclosure.tsx'
import { NotLoaded } from '../../../ui/not-loaded.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { FaultList } from '../import/fault-list.tsx'
import styles from '../show-tasks/show-tasks.module.css'
import { ShowNotices } from './show-notices.tsx'
import { StoppedImport } from './stopped-import.tsx'
import { useNotices } from './use-notices.ts'

/** As high with notices as without, so that nothing below moves when they are loaded. */
export function NoticesCard() {
  const { data: notices, isError, refetch } = useNotices()
  const count = notices ? countOf(notices) : 0
  return (
    <Card heading="needs attention" className={clsx(count > 0 && styles.attention)}>
      {!notices && (
        <NotLoaded what="the notices" query={{ isError, refetch }} className={styles.summary}>
          <Skeleton width="10rem" height="1lh" />
        </NotLoaded>
      )}
      {notices && count === 0 && <p className={clsx(styles.summary, 'soft')}>Nothing needs attention.</p>}
      {notices && count > 0 && (
        <Disclosure title={counted(count, 'notice')}>
          <ul className={styles.tasks}>
            {notices.stopped_import && <StoppedImport stopped={notices.stopped_import} />}
            {notices.faults && (
              <li className={clsx(styles.task, 'stack-2 anywhere')}>
                <h3>{counted(notices.faults.count, 'fault')} in the data of the source</h3>
                <p>The last import left out what they affect.</p>
                <FaultList faults={notices.faults} />
              </li>
            )}
            {notices.song_renames > 0 && (
              <li className={clsx(styles.task, 'stack-2 anywhere')}>
                <h3>
                  <Link to={paths.adminSongs}>
                    {counted(notices.song_renames, 'song')} with a proposed name
                  </Link>
                </h3>
                <p>The source seems to call them something else now. Accept that, or keep both.</p>
              </li>
            )}
            {notices.reports > 0 && (
              <li className={clsx(styles.task, 'stack-2 anywhere')}>
                <h3>
                  <Link to={paths.adminPeople}>{counted(notices.reports, 'report')} to decide</Link>
                </h3>
                <p>Fans reported a name, an image or a league.</p>
              </li>
            )}
            <ShowNotices shows={notices.shows} />
          </ul>
        </Disclosure>
      )}
    </Card>
  )
}

function countOf({ shows, stopped_import, faults, song_renames, reports }: AdminNotices): number {
  const others = [stopped_import !== null, faults !== null, song_renames > 0, reports > 0]
  return shows.count + others.filter(Boolean).length
}
