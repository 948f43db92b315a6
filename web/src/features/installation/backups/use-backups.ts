import { type Backups, type BackupWork, backupEndpoints } from '@called-it/shared/contract/backups'
import { type QueryClient, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { setRestoring, useIsRestoring } from '../../../lib/account/restoring.ts'
import { hasCode, request } from '../../../lib/api/api.ts'
import { toastAdminFailure } from '../../../lib/api/failure-toasts.ts'
import { queryKeys } from '../../../lib/api/query-keys.ts'
import { t } from '../../../lib/words/texts.ts'

const { listBackups, makeBackup, verifyBackup, deleteBackup, restoreBackup } = backupEndpoints

const POLL_MS = 1_000

export function isOpenWork({ state }: BackupWork): boolean {
  return state === 'waiting' || state === 'running'
}

/** While something is done with backups, it is asked for every second. */
export function pollWhile(data: Backups | undefined): number | false {
  return data?.work.some(isOpenWork) ? POLL_MS : false
}

export function useBackups() {
  const isRestoring = useIsRestoring()
  return useQuery({
    queryKey: queryKeys.adminBackups,
    queryFn: async ({ signal }) => {
      const listed = await request(listBackups, { signal })
      setRestoring(hasOpenRestore(listed))
      return listed
    },
    refetchInterval: ({ state }) => {
      if (isRestoring) return hasCode(state.error, 'not_logged_in') ? false : POLL_MS
      return pollWhile(state.data)
    },
    refetchOnMount: 'always',
  })
}

function hasOpenRestore({ work }: Backups): boolean {
  return work.some((each) => each.kind === 'restore' && isOpenWork(each))
}

export function showBackups(queryClient: QueryClient, listed: Backups): void {
  setRestoring(hasOpenRestore(listed))
  queryClient.setQueryData(queryKeys.adminBackups, listed)
}

function useBackupRequest<Given>(send: (given: Given) => Promise<Backups>, failure: () => string) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: send,
    onSuccess: (listed) => showBackups(queryClient, listed),
    onError: (error) => {
      toastAdminFailure(failure(), error)
      void queryClient.invalidateQueries({ queryKey: queryKeys.adminBackups })
    },
  })
}

export const useMakeBackup = () =>
  useBackupRequest<void>(
    () => request(makeBackup),
    () => t('backup.no-backup'),
  )

export const useVerifyBackup = (name: string) =>
  useBackupRequest<void>(
    () => request(verifyBackup, { params: { name } }),
    () => t('backup.not-read'),
  )

export const useDeleteBackup = (name: string) =>
  useBackupRequest<void>(
    () => request(deleteBackup, { params: { name } }),
    () => t('backup.no-delete'),
  )

export const useRestoreBackup = (name: string) =>
  useBackupRequest(
    (confirmation: string) => request(restoreBackup, { params: { name }, body: { confirmation } }),
    () => t('backup.not-begun'),
  )
