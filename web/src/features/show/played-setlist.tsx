import type { UseQueryResult } from '@tanstack/react-query'
import { Card } from '../../ui/card.tsx'
import { LoadFailed } from '../../ui/load-failed.tsx'
import { Loading, Skeleton } from '../../ui/skeleton.tsx'
import styles from './played-setlist.module.css'

type PlayedSetlistProps = { setlist: UseQueryResult<{ setlistdata: string; setlistnotes: string | null }> }

export function PlayedSetlist({ setlist: { data, isError, refetch } }: PlayedSetlistProps) {
  return (
    <Card heading="setlist">
      {data && (
        <>
          <p className={styles.text}>{data.setlistdata}</p>
          {data.setlistnotes && (
            <>
              <h3 className={styles.notes}>Notes:</h3>
              <p className={styles.text}>{data.setlistnotes}</p>
            </>
          )}
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
