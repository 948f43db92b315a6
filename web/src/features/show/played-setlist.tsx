import type { UseQueryResult } from '@tanstack/react-query'
import { t } from '../../lib/words/texts.ts'
import { Card } from '../../ui/card.tsx'
import { NotLoaded } from '../../ui/not-loaded.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import styles from './played-setlist.module.css'

type PlayedSetlistProps = {
  setlist: UseQueryResult<{ setlistdata: string; setlistnotes: string | null }>
  /** Its songs are listed elsewhere on the page, so only its notes are shown. */
  isListed: boolean
}

export function PlayedSetlist({ setlist: { data, isError, refetch }, isListed }: PlayedSetlistProps) {
  if (data && isListed && !data.setlistnotes) return null
  return (
    <Card heading={t(isListed ? 'show.setlist-notes' : 'show.setlist')}>
      {data && !isListed && <p className={styles.text}>{data.setlistdata}</p>}
      {data?.setlistnotes && (
        <>
          {!isListed && <h3 className={styles.notes}>{t('show.notes')}</h3>}
          <p className={styles.text}>{data.setlistnotes}</p>
        </>
      )}
      {!data && (
        <NotLoaded what={t('show.the-setlist')} query={{ isError, refetch }}>
          <Skeleton width="92%" />
          <Skeleton width="78%" />
          <Skeleton width="40%" />
        </NotLoaded>
      )}
    </Card>
  )
}
