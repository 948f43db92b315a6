import { fileEndpoints, type UploadedFile } from '@called-it/shared/contract/files'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import clsx from 'clsx'
import { request } from '../../../lib/api/api.ts'
import { toastAccessDenied } from '../../../lib/api/failure-toasts.ts'
import { queryKeys } from '../../../lib/api/query-keys.ts'
import { useDownload } from '../../../lib/api/use-download.ts'
import { plainDate } from '../../../lib/shows/show-date.ts'
import { formatFileSize } from '../../../lib/words/file-size.ts'
import { t } from '../../../lib/words/texts.ts'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { Disclosure } from '../../../ui/disclosure.tsx'
import { NotLoaded } from '../../../ui/not-loaded.tsx'
import { Table, type TableColumn } from '../../../ui/table.tsx'
import { toast, toastFailure } from '../../../ui/toast.ts'
import styles from '../dashboard.module.css'
import { Pager } from '../pager.tsx'
import { usePages } from '../use-pages.ts'

const columns = (): readonly TableColumn<UploadedFile>[] => [
  { header: t('admin.file-name'), isRowHeader: true, cell: ({ name }) => name },
  { header: t('admin.file-type'), cell: ({ type }) => type },
  { header: t('admin.file-size'), className: styles.short, cell: ({ size }) => formatFileSize(size) },
  { header: t('admin.file-created'), className: styles.short, cell: ({ created }) => plainDate(created) },
  { header: t('admin.file-path'), className: clsx(styles.words, 'soft'), cell: ({ path }) => path },
]

export function FileManager() {
  const pages = usePages()
  const { after } = pages
  const { data, isPending, isError, refetch } = useQuery({
    queryKey: queryKeys.adminFiles(after),
    queryFn: ({ signal }) =>
      request(fileEndpoints.listUploads, { query: { after: after?.toString() }, signal }),
    placeholderData: keepPreviousData,
    refetchOnMount: 'always',
  })
  const download = useDownload(fileEndpoints.downloadUploads, {
    fileName: 'uploads-backup.zip',
    onBegin: () => toast({ title: t('admin.downloading'), description: t('admin.one-zip') }),
    onError: (error) => {
      if (!toastAccessDenied(error)) toastFailure(t('admin.not-downloaded'), t('admin.download-why'))
    },
  })
  const total = data?.total ?? 0
  return (
    <Card
      heading={t('admin.file-manager')}
      note={data ? t('admin.files-in', { count: total }) : undefined}
      aside={
        <Button
          busy={download.isPending}
          disabled={isPending || total === 0}
          onClick={() => download.mutate()}
        >
          {t('admin.download-all')}
        </Button>
      }
    >
      {!data && <NotLoaded what={t('admin.files-what')} query={{ isError, refetch }} blocks={[1, '48px']} />}
      {data?.files.length === 0 && <p className={clsx(styles.none, 'soft')}>{t('admin.no-files')}</p>}
      {data && data.files.length > 0 && (
        <Disclosure title={t('admin.files-list')}>
          <Table
            stacked
            caption={t('admin.uploads')}
            className={styles.table}
            columns={columns()}
            rows={data.files}
            rowKey={({ path }) => path}
          />
          <Pager label={t('admin.pages-files')} pages={pages} next={data.next} />
        </Disclosure>
      )}
    </Card>
  )
}
