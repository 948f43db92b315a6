import { BACKUP_FAILURES } from '@called-it/shared/contract/backup-work'
import type { ErrorCode } from '@called-it/shared/contract/errors'
import { type AdminNotices, noticeEndpoints, type ShowThatWaits } from '@called-it/shared/contract/notices'
import { type UseQueryResult, useQuery, useQueryClient } from '@tanstack/react-query'
import clsx from 'clsx'
import { Link } from 'react-router-dom'
import { request } from '../../../lib/api/api.ts'
import { queryKeys } from '../../../lib/api/query-keys.ts'
import { isOpenRun } from '../../../lib/api/runs.ts'
import { useRefetchOnConnect } from '../../../lib/events/use-refetch-soon.ts'
import { useServerEvent } from '../../../lib/events/use-server-event.ts'
import { paths } from '../../../lib/paths.ts'
import { longDate, plainDate } from '../../../lib/shows/show-date.ts'
import { t } from '../../../lib/words/texts.ts'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { Disclosure } from '../../../ui/disclosure.tsx'
import { passFocusOn } from '../../../ui/focus-section.ts'
import { FaultList } from '../../../ui/import/fault-list.tsx'
import { ImportQuestion } from '../../../ui/import/import-question.tsx'
import { NotLoaded } from '../../../ui/not-loaded.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import styles from '../show-tasks/show-tasks.module.css'
import { useImportCatalogue } from '../tools/tool-run-requests.ts'

const RETIRES_MANY: ErrorCode = 'import_retires_many'

/** As high with notices as without, so that nothing below moves when they are loaded. */
export function NoticesCard() {
  const { data: notices, isError, refetch } = useNotices()
  const count = notices ? countOf(notices) : 0
  return (
    <Card heading={t('admin.attention')} className={clsx(count > 0 && styles.attention)}>
      {!notices && (
        <NotLoaded what={t('admin.notices-what')} query={{ isError, refetch }} className={styles.summary}>
          <Skeleton width="10rem" height="1lh" />
        </NotLoaded>
      )}
      {notices && count === 0 && <p className={clsx(styles.summary, 'soft')}>{t('admin.quiet')}</p>}
      {notices && count > 0 && (
        <Disclosure title={t('admin.count-notices', { count })}>
          <ul className={styles.tasks}>
            {notices.stopped_import && <StoppedImport stopped={notices.stopped_import} />}
            {notices.faults && (
              <li className={clsx(styles.task, 'stack-2 anywhere')}>
                <h3>{t('admin.source-faults', { count: notices.faults.count })}</h3>
                <p>{t('admin.left-out')}</p>
                <FaultList faults={notices.faults} />
              </li>
            )}
            {notices.failed_backup && (
              <li className={clsx(styles.task, 'stack-2 anywhere')}>
                <h3>
                  <Link to={paths.adminBackups}>
                    {t('admin.no-backup', { day: plainDate(notices.failed_backup.at) })}
                  </Link>
                </h3>
                <p>{t(BACKUP_FAILURES[notices.failed_backup.error])}</p>
              </li>
            )}
            {notices.song_renames > 0 && (
              <li className={clsx(styles.task, 'stack-2 anywhere')}>
                <h3>
                  <Link to={paths.adminSongs}>{t('admin.renames', { count: notices.song_renames })}</Link>
                </h3>
                <p>{t('admin.renames-hint')}</p>
              </li>
            )}
            {notices.reports > 0 && (
              <li className={clsx(styles.task, 'stack-2 anywhere')}>
                <h3>
                  <Link to={paths.adminPeople}>{t('admin.reports', { count: notices.reports })}</Link>
                </h3>
                <p>{t('admin.reports-hint')}</p>
              </li>
            )}
            {notices.unreadable_settings.length > 0 && (
              <li className={clsx(styles.task, 'stack-2 anywhere')}>
                <h3>
                  <Link to={paths.adminSettings}>
                    {t('admin.secrets', { count: notices.unreadable_settings.length })}
                  </Link>
                </h3>
                <p>{t('admin.secrets-hint', { names: notices.unreadable_settings.join(', ') })}</p>
              </li>
            )}
            <ShowNotices shows={notices.shows} />
          </ul>
        </Disclosure>
      )}
    </Card>
  )
}

function countOf(notices: AdminNotices): number {
  const others = [
    notices.stopped_import !== null,
    notices.faults !== null,
    notices.failed_backup !== null,
    notices.song_renames > 0,
    notices.reports > 0,
    notices.unreadable_settings.length > 0,
  ]
  return notices.shows.count + others.filter(Boolean).length
}

/** Refetched at once on live events: admins are few. */
function useNotices(): UseQueryResult<AdminNotices> {
  const queryClient = useQueryClient()
  const queryKey = queryKeys.adminNotices
  const query = useQuery({
    queryKey,
    refetchOnMount: 'always',
    queryFn: ({ signal }) => request(noticeEndpoints.listNotices, { signal }),
  })
  const refetch = () => void queryClient.refetchQueries({ queryKey, exact: true })
  useServerEvent('catalogue:changed', refetch)
  useServerEvent('show:changed', refetch)
  useServerEvent('run:changed', ({ runs }) => {
    if (runs.some((run) => run.kind === 'import-catalogue' && !isOpenRun(run))) refetch()
  })
  useRefetchOnConnect(queryKey)
  return query
}

function StoppedImport({ stopped }: { stopped: NonNullable<AdminNotices['stopped_import']> }) {
  const importing = useImportCatalogue()
  return (
    <li ref={passFocusOn} className={clsx(styles.task, 'stack-2 anywhere')}>
      <h3>{t('admin.import-stop', { day: plainDate(stopped.at) })}</h3>
      <p>{stopped.message}</p>
      {stopped.code === RETIRES_MANY && (
        <Button
          busy={importing.isRunning}
          busyText={t('admin.importing')}
          onClick={() => importing.ask(stopped.message)}
        >
          {t('admin.import-anyway')}
        </Button>
      )}
      <ImportQuestion asked={importing} />
    </li>
  )
}

function ShowNotices({ shows: { count, listed } }: Pick<AdminNotices, 'shows'>) {
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
        <li className={clsx(styles.task, 'stack-2 anywhere')}>{t('admin.older-shows', { count: more })}</li>
      )}
    </>
  )
}

function describe({ show, setlist, unscored }: ShowThatWaits): string {
  const after = show.is_scored ? 'scored' : 'open'
  return [
    ...(setlist
      ? [t('admin.setlist-came', { change: setlist.change, day: plainDate(setlist.at), after })]
      : []),
    ...(unscored > 0 ? [t('admin.fans-waiting', { count: unscored })] : []),
  ].join(' ')
}
