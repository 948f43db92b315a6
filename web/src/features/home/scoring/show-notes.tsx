import { useSetlist } from '../../../lib/shows/use-setlist.ts'
import { LoadFailed } from '../../../ui/load-failed.tsx'
import { Loading, Skeleton } from '../../../ui/skeleton.tsx'
import styles from './scoring.module.css'

export function ShowNotes({ showId }: { showId: number }) {
  const { data, isError, refetch } = useSetlist(showId)
  if (data) return <p className={styles.notes}>{data.setlistnotes || 'There are no notes for this show.'}</p>
  if (isError) return <LoadFailed title="The notes could not be loaded." onRetry={refetch} />
  return (
    <Loading label="Loading notes...">
      <Skeleton width="78%" />
    </Loading>
  )
}
