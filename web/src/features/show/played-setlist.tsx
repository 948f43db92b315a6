import type { UseQueryResult } from '@tanstack/react-query'
import { Card } from '../../ui/card.tsx'
import { LoadFailed } from '../../ui/load-failed.tsx'
import { Loading, Skeleton } from '../../ui/skeleton.tsx'
import styles from './played-setlist.module.css'

type PlayedSetlistProps = {
  setlist: UseQueryResult<{ setlistdata: string; setlistnotes: string | null }>
  /** Its songs are listed elsewhere on the page, so only its notes are shown. */
  isListed: boolean
}

export function PlayedSetlist({ setlist: { data, isError, refetch }, isListed }: PlayedSetlistProps) {
  if (data && isListed && !data.setlistnotes) return null
  return (
    <Card heading={isListed ? 'notes on the setlist' : 'setlist'}>
      {data && !isListed && <p className={styles.text}>{data.setlistdata}</p>}
      {data?.setlistnotes && (
        <>
          {!isListed && <h3 className={styles.notes}>Notes:</h3>}
          <p className={styles.text}>{data.setlistnotes}</p>
        </>
      )}
      {!data && isError && <LoadFailed title="The setlist could not be loaded." onRetry={refetch} />}
      {!data && !isError && (
        <Loading label="Loading setlist...">
          <Skeleton width="92%" />
          <Skeleton width="78%" />
          <Skeleton width="40%" />
        </Loading>
      )}
    </Card>
  )
}
