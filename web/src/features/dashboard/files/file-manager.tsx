import { counted } from '@called-it/shared/contract/counted'
import { fileEndpoints, type UploadedFile } from '@called-it/shared/contract/files'
import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query'
import clsx from 'clsx'
import { openDownload, request } from '../../../lib/api/api.ts'
import { toastAccessDenied } from '../../../lib/api/failure-toasts.ts'
import { queryKeys } from '../../../lib/api/query-keys.ts'
import { saveBlob } from '../../../lib/browser/save-blob.ts'
import { plainDate } from '../../../lib/shows/show-date.ts'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { Disclosure } from '../../../ui/disclosure.tsx'
import { NotLoaded } from '../../../ui/not-loaded.tsx'
import { Table, type TableColumn } from '../../../ui/table.tsx'
import { toast, toastFailure } from '../../../ui/toast.ts'
import styles from '../dashboard.module.css'
import { Pager } from '../pager.tsx'
import { usePages } from '../use-pages.ts'
import { formatFileSize } from './file-size.ts'

const COLUMNS: readonly TableColumn<UploadedFile>[] = [
  { header: 'name', isRowHeader: true, cell: ({ name }) => name },
  { header: 'type', cell: ({ type }) => type },
  { header: 'size', className: styles.short, cell: ({ size }) => formatFileSize(size) },
  { header: 'created', className: styles.short, cell: ({ created }) => plainDate(created) },
  { header: 'path', className: clsx(styles.words, 'soft'), cell: ({ path }) => path },
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
  const download = useDownload()
  const total = data?.total ?? 0
  return (
    <Card
      heading="file manager"
      note={data ? `${counted(total, 'file')} in uploads` : undefined}
      aside={
        <Button
          busy={download.isPending}
          disabled={isPending || total === 0}
          onClick={() => download.mutate()}
        >
          download all files
        </Button>
      }
    >
      {!data && <NotLoaded what="the files" query={{ isError, refetch }} blocks={[1, '48px']} />}
      {data?.files.length === 0 && <p className={clsx(styles.none, 'soft')}>no uploaded files found</p>}
      {data && data.files.length > 0 && (
        <Disclosure title="the files">
          <Table
            stacked
            caption="uploaded files"
            className={styles.table}
            columns={COLUMNS}
            rows={data.files}
            rowKey={({ path }) => path}
          />
          <Pager label="files" pages={pages} next={data.next} />
        </Disclosure>
      )}
    </Card>
  )
}

/** Fetched, so that a failure is seen. Browsers keep a large blob on disk. */
function useDownload() {
  return useMutation({
    mutationFn: async () => {
      const { fileName, read } = await openDownload(fileEndpoints.downloadUploads)
      toast({ title: 'Download Started', description: 'Your browser saves all files as one zip.' })
      saveBlob(await read(), fileName ?? 'uploads-backup.zip')
    },
    onError: (error) => {
      if (toastAccessDenied(error)) return
      toastFailure('Download Failed', 'Failed to download files. Please try again.')
    },
  })
}
