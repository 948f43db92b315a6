import { useSetlist } from '../../../lib/shows/use-setlist.ts'
import { NotLoaded } from '../../../ui/not-loaded.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import styles from './scoring.module.css'

export function ShowNotes({ showId }: { showId: number }) {
  const { data, isError, refetch } = useSetlist(showId)
  if (data) return <p className={styles.notes}>{data.setlistnotes || 'There are no notes for this show.'}</p>
  return (
    <NotLoaded what="the notes" query={{ isError, refetch }}>
      <Skeleton width="78%" />
    </NotLoaded>
  )
}
