import { type Backups, backupEndpoints } from '@called-it/shared/contract/backups'
import { SETUP_HEADER } from '@called-it/shared/contract/endpoint'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { hasCode, request } from '../../../lib/api/api.ts'
import { toastAdminFailure } from '../../../lib/api/failure-toasts.ts'
import { queryKeys } from '../../../lib/api/query-keys.ts'
import { t } from '../../../lib/words/texts.ts'
import { Button } from '../../../ui/button.tsx'
import { NotLoaded } from '../../../ui/not-loaded.tsx'
import { BackupTable } from './backup-table.tsx'
import { BackupUpload } from './backup-upload.tsx'
import { Restored } from './restored.tsx'
import { isOpenWork, pollWhile } from './use-backups.ts'
import { WorkState } from './work-state.tsx'

const { listSetupBackups, uploadSetupBackup, verifySetupBackup, restoreSetupBackup } = backupEndpoints
const queryKey = queryKeys.setupBackups

/** Of an empty installation. With the backup come its admins, and the code is of no more use. */
export function RestoreFromBackup({ code }: { code: string }) {
  const queryClient = useQueryClient()
  const headers = { [SETUP_HEADER]: code }
  const { data, error, isError, refetch } = useQuery({
    queryKey,
    queryFn: ({ signal }) => request(listSetupBackups, { headers, signal }),
    refetchInterval: ({ state }) => (hasCode(state.error, 'not_found') ? false : pollWhile(state.data)),
    refetchOnMount: 'always',
  })
  const show = (listed: Backups) => queryClient.setQueryData(queryKey, listed)
  const order = useMutation({
    mutationFn: ({
      name,
      endpoint,
    }: {
      name: string
      endpoint: typeof verifySetupBackup | typeof restoreSetupBackup
    }) => request(endpoint, { params: { name }, headers }),
    onSuccess: show,
    onError: (failure) => toastAdminFailure(t('backup.not-begun'), failure),
  })
  if (hasCode(error, 'not_found')) return <Restored />
  if (!data) return <NotLoaded what={t('backup.what')} query={{ isError, refetch }} blocks={[2, '96px']} />
  const [last] = data.work
  const isBusy = order.isPending || (last !== undefined && isOpenWork(last))
  return (
    <div className="stack-4">
      <p className="soft">{t('backup.from-hint')}</p>
      <BackupUpload
        endpoint={uploadSetupBackup}
        headers={headers}
        maxUpload={data.max_upload}
        onUploaded={show}
      />
      {last && <WorkState work={last} />}
      <BackupTable
        files={data.files}
        actions={({ name, refusal }) => (
          <div className="buttons">
            <Button
              variant="quiet"
              aria-label={t('backup.verify-name', { name })}
              busy={isBusy}
              onClick={() => order.mutate({ name, endpoint: verifySetupBackup })}
            >
              {t('backup.verify')}
            </Button>
            {refusal === null && (
              <Button
                aria-label={t('backup.restore-name', { name })}
                busy={isBusy}
                onClick={() => order.mutate({ name, endpoint: restoreSetupBackup })}
              >
                {t('backup.restore')}
              </Button>
            )}
          </div>
        )}
      />
    </div>
  )
}
