import { accountEndpoints } from '@called-it/shared/contract/accounts'
import { fileEndpoints, type UploadedFile } from '@called-it/shared/contract/files'
import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query'
import { toastAccessDenied } from '../../lib/access-denied-toast.ts'
import { request } from '../../lib/api.ts'
import { queryKeys } from '../../lib/query-keys.ts'
import { plainDate } from '../../lib/shows/show-date.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { toast } from '../../ui/toast.ts'
import styles from './admin-dashboard.module.css'
import { printFileSize } from './file-size.ts'
import { Pager } from './pager.tsx'
import { TableSkeleton } from './table-skeleton.tsx'
import { usePages } from './use-pages.ts'

/** The uploaded files, and all of them in one zip. */
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
      note={
        data ? `${total.toLocaleString('en-US')} ${total === 1 ? 'file' : 'files'} in uploads` : undefined
      }
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
      {isPending && <TableSkeleton label="Loading files..." />}
      {isError && !data && (
        <EmptyState
          drawing="unplugged"
          title="The files could not be loaded."
          action={<Button onClick={() => void refetch()}>try again</Button>}
        />
      )}
      {data?.files.length === 0 && (
        <EmptyState title="no uploaded files found">
          Pictures that fans give their profiles appear here.
        </EmptyState>
      )}
      {data && data.files.length > 0 && <FileTable files={data.files} />}
      {data && <Pager label="files" pages={pages} next={data.next} />}
    </Card>
  )
}

function FileTable({ files }: { files: readonly UploadedFile[] }) {
  return (
    <table className={styles.table}>
      <caption className="visually-hidden">uploaded files</caption>
      <thead>
        <tr>
          <th scope="col">name</th>
          <th scope="col">type</th>
          <th scope="col">size</th>
          <th scope="col">created</th>
          <th scope="col">path</th>
        </tr>
      </thead>
      <tbody>
        {files.map((file) => (
          <tr key={file.path}>
            <th scope="row" data-label="name">
              {file.name}
            </th>
            <td data-label="type">{file.type}</td>
            <td data-label="size" className={styles.short}>
              {printFileSize(file.size)}
            </td>
            <td data-label="created" className={styles.short}>
              {plainDate(file.created)}
            </td>
            <td data-label="path" className={styles.path}>
              {file.path}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** Checks that it is still allowed, and leaves the rest to the browser, which writes it to the disk as it comes. */
function useDownload() {
  return useMutation({
    mutationFn: () => request(accountEndpoints.checkAdmin),
    onSuccess: () => {
      const link = document.createElement('a')
      link.href = fileEndpoints.downloadUploads.path
      link.download = ''
      link.click()
      toast({ title: 'Download Started', description: 'Your browser saves all files as one zip.' })
    },
    onError: (error) => {
      if (toastAccessDenied(error)) return
      toast({
        title: 'Download Failed',
        description: 'Failed to download files. Please try again.',
        variant: 'destructive',
      })
    },
  })
}
